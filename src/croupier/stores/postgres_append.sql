-- A whole append. Columns travel as one text each, split by line feeds here: no part of an entry can hold one, and psycopg
-- writes arrays several times slower.
WITH head AS (
    UPDATE heads SET seq = %(seq)s, hash = %(hash)s, signed = %(signed)s
    WHERE link = %(link)s AND epoch = %(epoch)s AND seq = %(after)s AND hash = %(before)s RETURNING link
), entries AS (
    INSERT INTO journal (link, seq, id, at, kind, body, hash)
    SELECT head.link, %(after)s::bigint + e.n, e.id, e.at::bigint, e.kind, e.body, e.hash
    FROM head, unnest(
        string_to_array(%(ids)s, E'\n'), string_to_array(%(ats)s, E'\n'), string_to_array(%(kinds)s, E'\n'),
        string_to_array(%(bodies)s, E'\n'), string_to_array(%(hashes)s, E'\n')
    ) WITH ORDINALITY AS e (id, at, kind, body, hash, n)
), moved AS (
    INSERT INTO balances (link, account, debits, credits)
    SELECT head.link, b.account, b.debits::bigint, b.credits::bigint
    FROM head, unnest(
        string_to_array(%(accounts)s, E'\n'), string_to_array(%(debits)s, E'\n'), string_to_array(%(credits)s, E'\n')
    ) AS b (account, debits, credits)
    ON CONFLICT (link, account) DO UPDATE SET debits = excluded.debits, credits = excluded.credits
)
SELECT pg_notify('croupier_commits', link) FROM head
