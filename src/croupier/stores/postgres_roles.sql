-- What members of each role may do with a book: writers append, readers read, and payees' names are for their own role.
DO $$ DECLARE made text; BEGIN
    FOREACH made IN ARRAY ARRAY['croupier_writer', 'croupier_reader', 'croupier_payees'] LOOP
        BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = made) THEN
                EXECUTE 'CREATE ROLE ' || made || ' NOLOGIN';
            END IF;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
        END;
    END LOOP;
END $$;
REVOKE ALL ON meta, heads, journal, balances, snapshots, numbers, transfers, personal
    FROM PUBLIC, croupier_writer, croupier_reader, croupier_payees;
GRANT SELECT, INSERT ON journal, numbers, meta TO croupier_writer;
GRANT SELECT, INSERT, UPDATE ON heads, balances TO croupier_writer;
GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots TO croupier_writer;
GRANT SELECT, INSERT, DELETE ON personal TO croupier_writer;
GRANT SELECT ON transfers TO croupier_writer;
GRANT SELECT ON meta, heads, journal, balances, snapshots, numbers, transfers TO croupier_reader;
GRANT SELECT ON personal TO croupier_payees;
-- Where running processes meet.
REVOKE ALL ON leases, asked, slate FROM PUBLIC, croupier_writer, croupier_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON leases, asked, slate TO croupier_writer;
