-- The rows of today become one partition, which ends in a week at the earliest: until then the previous version runs
-- beside this one, and sweeps rows by their place in that partition. A known bound saves reading all rows under a lock.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE "logged_request" ADD CONSTRAINT "logged_request_bound" CHECK ("createdAt" < %L) NOT VALID',
    to_char((now() AT TIME ZONE 'UTC')::date + 8, 'YYYY-MM-DD"T00:00:00Z"'));
  EXECUTE format('ALTER TABLE "usage_day" ADD CONSTRAINT "usage_day_bound" CHECK ("day" < %L) NOT VALID',
    to_char(date_trunc('month', (now() AT TIME ZONE 'UTC')::date + 7) + interval '1 month', 'YYYY-MM-DD'));
END $$;
