/**
 * What SQLite has and PostgreSQL lacks, in the schema of a workspace: its collation, and its functions for JSON, whose values are texts
 * here. A query casts them to the type that it needs, which SQLite accepts, too.
 */
export const supportObjects = `
CREATE TABLE schema_version (version bigint NOT NULL);
CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);

CREATE FUNCTION json_each(json text) RETURNS TABLE (key bigint, value text)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 100
AS $$SELECT ordinality - 1, element FROM pg_catalog.jsonb_array_elements_text(json::pg_catalog.jsonb) WITH ORDINALITY AS each (element, ordinality)$$;

CREATE FUNCTION json_each(json text, path text) RETURNS TABLE (key bigint, value text)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 100
AS $$SELECT each.key, each.value FROM json_each(pg_catalog.jsonb_path_query_first(json::pg_catalog.jsonb, path::pg_catalog.jsonpath)::text) AS each$$;

CREATE FUNCTION json_field(json text, name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$SELECT json::pg_catalog.jsonb OPERATOR(pg_catalog.->>) name$$;
CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = text, FUNCTION = json_field);

CREATE FUNCTION json_element(json text, place bigint) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$SELECT json::pg_catalog.jsonb OPERATOR(pg_catalog.->>) place::integer$$;
CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = bigint, FUNCTION = json_element);

CREATE FUNCTION json_texts(texts text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$SELECT pg_catalog.to_json(texts)::text$$;
CREATE AGGREGATE json_group_array(text) (SFUNC = array_append, STYPE = text[], INITCOND = '{}', FINALFUNC = json_texts);

CREATE FUNCTION instr(text text, part text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$SELECT pg_catalog.strpos(text, part)$$;
CREATE FUNCTION iif(condition boolean, a anycompatible, b anycompatible) RETURNS anycompatible
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$SELECT CASE WHEN condition THEN a ELSE b END$$;
CREATE FUNCTION max(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$SELECT CASE WHEN a IS NOT NULL AND b IS NOT NULL THEN greatest(a, b) END$$;
CREATE FUNCTION min(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$SELECT CASE WHEN a IS NOT NULL AND b IS NOT NULL THEN least(a, b) END$$;
`;
