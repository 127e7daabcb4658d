-- Everything that a book's tables and guards are, as the server words it: whatever is replaced reads differently.
-- It is asked for the relations that the parameter names.
WITH book AS (SELECT * FROM pg_class WHERE oid IN (SELECT to_regclass(name) FROM unnest(%s::text[]) name))
SELECT relname || ' is of kind ' || relkind::text || relpersistence::text
       || CASE WHEN relrowsecurity THEN ' and hides rows' ELSE '' END
       || CASE WHEN EXISTS (SELECT FROM pg_inherits WHERE inhparent = book.oid) THEN ' and has children' ELSE '' END
FROM book
UNION ALL
SELECT relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
       || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END || CASE WHEN atthasdef THEN ' DEFAULT' ELSE '' END
FROM book JOIN pg_attribute ON attrelid = book.oid WHERE attnum > 0 AND NOT attisdropped
UNION ALL
SELECT relname || ' ' || pg_get_constraintdef(c.oid, true)
FROM book JOIN pg_constraint c ON conrelid = book.oid WHERE contype <> 'n'
UNION ALL
SELECT pg_get_indexdef(indexrelid, 0, true) || CASE WHEN indisvalid THEN '' ELSE ' invalid' END
FROM book JOIN pg_index ON indrelid = book.oid WHERE indexrelid NOT IN (SELECT conindid FROM pg_constraint)
UNION ALL
SELECT pg_get_triggerdef(t.oid, true) || ' ' || tgenabled::text
FROM book JOIN pg_trigger t ON tgrelid = book.oid WHERE NOT tgisinternal
UNION ALL
SELECT 'rule ' || rulename || ' on ' || relname
FROM book JOIN pg_rewrite ON ev_class = book.oid WHERE rulename <> '_RETURN'
UNION ALL
SELECT 'journal_refuses() is ' || lanname || ': ' || prosrc || COALESCE(' with ' || proconfig::text, '')
FROM pg_proc p JOIN pg_language l ON l.oid = prolang WHERE p.oid = to_regprocedure('journal_refuses()')
UNION ALL
SELECT 'transfers is' || regexp_replace(pg_get_viewdef(oid, true), '\s+', ' ', 'g') FROM book WHERE relkind = 'v'
