-- CreateTable
CREATE TABLE "request_count" (
    "orgId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "ok" INTEGER NOT NULL,
    "clientErrors" INTEGER NOT NULL,
    "serverErrors" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,

    CONSTRAINT "request_count_pkey" PRIMARY KEY ("orgId","at")
);

-- CreateIndex
CREATE INDEX "request_count_at_idx" ON "request_count"("at");

-- The triggers run as the migrating role: the role of servers may have no right on the new table yet. Rows are changed
-- in one order, so servers cannot deadlock.
CREATE FUNCTION "public"."count_logged_requests"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.request_count AS counted ("orgId", at, ok, "clientErrors", "serverErrors", failures)
  SELECT "orgId", date_bin('30 minutes', "createdAt", '2026-01-01T00:00:00Z'),
    count(*) FILTER (WHERE status < 400), count(*) FILTER (WHERE status BETWEEN 400 AND 499),
    count(*) FILTER (WHERE status >= 500), count(*) FILTER (WHERE code IS NOT NULL OR "itemFailures" IS NOT NULL)
  FROM added GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT ("orgId", at) DO UPDATE SET ok = counted.ok + excluded.ok,
    "clientErrors" = counted."clientErrors" + excluded."clientErrors",
    "serverErrors" = counted."serverErrors" + excluded."serverErrors",
    failures = counted.failures + excluded.failures;
  RETURN NULL;
END $$;
CREATE FUNCTION "public"."uncount_logged_requests"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  WITH gone AS (
    SELECT "orgId", date_bin('30 minutes', "createdAt", '2026-01-01T00:00:00Z') AS at,
      count(*) FILTER (WHERE status < 400) AS ok,
      count(*) FILTER (WHERE status BETWEEN 400 AND 499) AS "clientErrors",
      count(*) FILTER (WHERE status >= 500) AS "serverErrors",
      count(*) FILTER (WHERE code IS NOT NULL OR "itemFailures" IS NOT NULL) AS failures
    FROM removed GROUP BY 1, 2
  ), locked AS MATERIALIZED (
    SELECT counted."orgId", counted.at FROM public.request_count AS counted JOIN gone USING ("orgId", at)
    ORDER BY 1, 2 FOR NO KEY UPDATE OF counted
  )
  UPDATE public.request_count AS counted SET ok = greatest(0, counted.ok - gone.ok),
    "clientErrors" = greatest(0, counted."clientErrors" - gone."clientErrors"),
    "serverErrors" = greatest(0, counted."serverErrors" - gone."serverErrors"),
    failures = greatest(0, counted.failures - gone.failures)
  FROM gone JOIN locked USING ("orgId", at) WHERE counted."orgId" = gone."orgId" AND counted.at = gone.at;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "public"."count_logged_requests", "public"."uncount_logged_requests" FROM PUBLIC;

CREATE TRIGGER "count_logged_requests" AFTER INSERT ON "logged_request"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "public"."count_logged_requests"();
CREATE TRIGGER "uncount_logged_requests" AFTER DELETE ON "logged_request"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "public"."uncount_logged_requests"();

-- Nothing is logged meanwhile, so only the latest requests are counted here; the next migration counts the others.
INSERT INTO "request_count" ("orgId", "at", "ok", "clientErrors", "serverErrors", "failures")
SELECT "orgId", date_bin('30 minutes', "createdAt", '2026-01-01T00:00:00Z'),
  count(*) FILTER (WHERE status < 400), count(*) FILTER (WHERE status BETWEEN 400 AND 499),
  count(*) FILTER (WHERE status >= 500), count(*) FILTER (WHERE code IS NOT NULL OR "itemFailures" IS NOT NULL)
FROM "logged_request"
WHERE "createdAt" >= date_bin('30 minutes', now() - interval '1 hour', '2026-01-01T00:00:00Z')
GROUP BY 1, 2;
