-- The request log is partitioned by day, usage by month. Names say when a partition begins: logged_request_20261127,
-- usage_day_20261101. What was stored before, and will be in the coming week, is in logged_request_before. Rows for
-- which there is no partition are in logged_request_default. Requests in these two are deleted one by one.
ALTER TABLE "logged_request" DROP CONSTRAINT "logged_request_pkey";
ALTER TABLE "logged_request" ADD CONSTRAINT "logged_request_pkey" PRIMARY KEY USING INDEX "logged_request_id_createdAt_key";

DO $$
DECLARE
  log TEXT;
  ending DATE;
  stored_index RECORD;
  allowed RECORD;
BEGIN
  FOR log, ending IN VALUES
    ('logged_request', (now() AT TIME ZONE 'UTC')::date + 8),
    ('usage_day', (date_trunc('month', (now() AT TIME ZONE 'UTC')::date + 7) + interval '1 month')::date)
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', log, log || '_before');
    FOR stored_index IN SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE indrelid = (log || '_before')::regclass
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', stored_index.relname, 'before_' || stored_index.relname);
    END LOOP;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS) PARTITION BY RANGE (%I)', log, log || '_before',
      CASE log WHEN 'usage_day' THEN 'day' ELSE 'createdAt' END);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY ("realmId") REFERENCES "realm"("id") '
      'ON DELETE CASCADE ON UPDATE CASCADE', log, log || '_realmId_fkey');
  END LOOP;

  ALTER TABLE "usage_day" ADD CONSTRAINT "usage_day_pkey" PRIMARY KEY ("realmId", "day", "clientId");
  ALTER TABLE "logged_request" ADD CONSTRAINT "logged_request_pkey" PRIMARY KEY ("id", "createdAt");
  CREATE INDEX "logged_request_realmId_createdAt_idx" ON "logged_request"("realmId", "createdAt");
  CREATE INDEX "logged_request_createdAt_idx" ON "logged_request"("createdAt");
  CREATE INDEX "logged_request_orgId_createdAt_id_idx" ON "logged_request"("orgId", "createdAt", "id");
  CREATE INDEX "logged_request_orgId_code_createdAt_idx" ON "logged_request"("orgId", "code", "createdAt");
  CREATE INDEX "logged_request_realmId_requestId_idx" ON "logged_request"("realmId", "requestId");
  CREATE INDEX "logged_request_traceId_idx" ON "logged_request"("traceId");
  CREATE INDEX "logged_request_failures_idx" ON "logged_request"("realmId", "createdAt") WHERE status >= 400;
  CREATE INDEX "logged_request_item_failures" ON "logged_request"("orgId", "createdAt") WHERE "itemFailures" IS NOT NULL;
  CREATE INDEX "logged_request_bodies_idx" ON "logged_request"("createdAt") WHERE bodies IS NOT NULL;
  CREATE INDEX "logged_request_realm_bodies_idx" ON "logged_request"("realmId", "createdAt") INCLUDE ("bodyBytes")
    WHERE bodies IS NOT NULL;

  FOR log, ending IN VALUES
    ('logged_request', (now() AT TIME ZONE 'UTC')::date + 8),
    ('usage_day', (date_trunc('month', (now() AT TIME ZONE 'UTC')::date + 7) + interval '1 month')::date)
  LOOP
    -- The indexes that the rows have already are attached, not built.
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', log, log || '_before',
      to_char(ending, 'YYYY-MM-DD"T00:00:00Z"'));
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', log || '_before', log || '_bound');
    EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', log || '_default', log);
    FOR allowed IN SELECT acl.grantee::regrole AS role, acl.privilege_type AS privilege
      FROM pg_class, aclexplode(relacl) AS acl
      WHERE pg_class.oid = (log || '_before')::regclass AND acl.grantee NOT IN (0, relowner)
    LOOP
      EXECUTE format('GRANT %s ON %I, %I TO %s', allowed.privilege, log, log || '_default', allowed.role);
    END LOOP;
  END LOOP;
END $$;

-- The role of servers owns no table. This function drops the partitions of a log that ended before a time, never those
-- of the last 30 days, and creates those of the coming days. It returns false if a long statement uses the log.
CREATE FUNCTION "public"."keep_partitions"("log" TEXT, "at" TIMESTAMPTZ, "before" TIMESTAMPTZ) RETURNS BOOLEAN
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' SET TimeZone = 'UTC' SET DateStyle = 'ISO' AS $$
DECLARE
  step INTERVAL;
  key TEXT;
  beginning DATE;
  ending DATE;
  first DATE;
  name TEXT;
  ending_pattern CONSTANT TEXT := 'TO \(''(\d{4}-\d\d-\d\d)';
BEGIN
  CASE log
    WHEN 'logged_request' THEN step := '1 day'; key := 'createdAt'; beginning := at::date;
    WHEN 'usage_day' THEN step := '1 month'; key := 'day'; beginning := date_trunc('month', at)::date;
    ELSE RAISE EXCEPTION 'keep_partitions does not know the table %.', log;
  END CASE;
  IF NOT pg_try_advisory_xact_lock(hashtext('keep_partitions ' || log)) THEN RETURN TRUE; END IF;

  -- Requests stored before there were partitions are deleted one by one, to be kept no longer than others.
  FOR name IN SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = ('public.' || log)::regclass AND relname NOT IN (log || '_default', 'logged_request_before')
      AND substring(pg_get_expr(relpartbound, inhrelid) FROM ending_pattern)::date
        <= LEAST(before, now() - INTERVAL '30 days')
  LOOP
    EXECUTE format('DROP TABLE public.%I', name);
  END LOOP;

  SELECT substring(pg_get_expr(relpartbound, oid) FROM ending_pattern)::date INTO first
    FROM pg_class WHERE oid = to_regclass('public.' || log || '_before');
  WHILE beginning <= at + INTERVAL '3 days' LOOP
    ending := beginning + step;
    name := log || to_char(beginning, '_YYYYMMDD');
    IF beginning >= coalesce(first, beginning) AND to_regclass('public.' || name) IS NULL THEN
      EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', log || '_default');
      EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS)', name, log);
      EXECUTE format('WITH moved AS (DELETE FROM public.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) '
        'INSERT INTO public.%5$I SELECT * FROM moved', log || '_default', key, beginning, ending, name);
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)', log, name,
        beginning, ending);
    END IF;
    beginning := ending;
  END LOOP;
  RETURN TRUE;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN FALSE;
END $$;
REVOKE EXECUTE ON FUNCTION "public"."keep_partitions" FROM PUBLIC;

-- The role of servers sweeps audit events, and now logs: it may be at work already.
DO $$
DECLARE role REGROLE;
BEGIN
  FOR role IN SELECT acl.grantee::regrole FROM pg_proc, aclexplode(proacl) AS acl
    WHERE pg_proc.oid = 'public.delete_audit_events'::regproc AND acl.grantee NOT IN (0, proowner)
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION "public"."keep_partitions" TO %s', role);
  END LOOP;
END $$;
