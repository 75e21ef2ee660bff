-- CreateTable
CREATE TABLE "failure_count" (
    "orgId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "firstAt" TIMESTAMPTZ(3) NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "failure_count_pkey" PRIMARY KEY ("orgId","at","code","operation","entity","field","clientId")
);

-- CreateIndex
CREATE INDEX "failure_count_at_idx" ON "failure_count"("at");

-- How a logged request has failed: in one way itself, and in those of its items.
CREATE FUNCTION "public"."list_failures"("ownCode" TEXT, "ownStatus" INTEGER, "ownOperation" TEXT, "ownEntity" TEXT, "ownField" TEXT, items JSONB)
RETURNS TABLE (code TEXT, status INTEGER, operation TEXT, entity TEXT, field TEXT) LANGUAGE sql STABLE AS $$
  SELECT "ownCode", "ownStatus", "ownOperation", "ownEntity", "ownField" WHERE "ownCode" IS NOT NULL
  UNION ALL
  SELECT item.code, max(item.status), item.operation, item.entity, item.field
  FROM jsonb_to_recordset(items) AS item(status int, code text, operation text, entity text, field text)
  GROUP BY 1, 3, 4, 5
$$;

-- The triggers run as the migrating role: the role of servers may have no right on the new table yet. Rows are changed
-- in one order, so servers cannot deadlock.
CREATE FUNCTION "public"."count_failures"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.failure_count AS counted
    ("orgId", at, code, operation, entity, field, "clientId", status, count, "firstAt", "lastAt")
  SELECT request."orgId", date_bin('30 minutes', request."createdAt", '2026-01-01T00:00:00Z'), failed.code,
    coalesce(failed.operation, ''), coalesce(failed.entity, ''), coalesce(failed.field, ''),
    coalesce(request."clientId", ''), max(failed.status), count(*), min(request."createdAt"), max(request."createdAt")
  FROM added AS request, public.list_failures(request.code, request.status, request.operation, request.entity,
    request.field, request."itemFailures") AS failed
  WHERE request.code IS NOT NULL OR request."itemFailures" IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT ("orgId", at, code, operation, entity, field, "clientId") DO UPDATE SET
    status = greatest(counted.status, excluded.status), count = counted.count + excluded.count,
    "firstAt" = least(counted."firstAt", excluded."firstAt"), "lastAt" = greatest(counted."lastAt", excluded."lastAt");
  RETURN NULL;
END $$;
CREATE FUNCTION "public"."uncount_failures"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  WITH gone AS (
    SELECT request."orgId", date_bin('30 minutes', request."createdAt", '2026-01-01T00:00:00Z') AS at, failed.code,
      coalesce(failed.operation, '') AS operation, coalesce(failed.entity, '') AS entity,
      coalesce(failed.field, '') AS field, coalesce(request."clientId", '') AS "clientId", count(*) AS count
    FROM removed AS request, public.list_failures(request.code, request.status, request.operation, request.entity,
      request.field, request."itemFailures") AS failed
    WHERE request.code IS NOT NULL OR request."itemFailures" IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7
  ), locked AS MATERIALIZED (
    SELECT gone.* FROM public.failure_count AS counted
      JOIN gone USING ("orgId", at, code, operation, entity, field, "clientId")
    ORDER BY 1, 2, 3, 4, 5, 6, 7 FOR NO KEY UPDATE OF counted
  )
  UPDATE public.failure_count AS counted SET count = greatest(0, counted.count - locked.count)
  FROM locked
  WHERE (counted."orgId", counted.at, counted.code, counted.operation, counted.entity, counted.field, counted."clientId")
    = (locked."orgId", locked.at, locked.code, locked.operation, locked.entity, locked.field, locked."clientId");
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "public"."count_failures", "public"."uncount_failures" FROM PUBLIC;

CREATE TRIGGER "count_failures" AFTER INSERT ON "logged_request"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "public"."count_failures"();
CREATE TRIGGER "uncount_failures" AFTER DELETE ON "logged_request"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "public"."uncount_failures"();

-- Nothing is logged meanwhile, so only the latest requests are counted here; the next migration counts the others.
INSERT INTO "failure_count" ("orgId", "at", "code", "operation", "entity", "field", "clientId", "status", "count", "firstAt", "lastAt")
SELECT request."orgId", date_bin('30 minutes', request."createdAt", '2026-01-01T00:00:00Z'), failed.code,
  coalesce(failed.operation, ''), coalesce(failed.entity, ''), coalesce(failed.field, ''),
  coalesce(request."clientId", ''), max(failed.status), count(*), min(request."createdAt"), max(request."createdAt")
FROM "logged_request" AS request, list_failures(request.code, request.status, request.operation, request.entity,
  request.field, request."itemFailures") AS failed
WHERE (request."code" IS NOT NULL OR request."itemFailures" IS NOT NULL)
  AND request."createdAt" >= date_bin('30 minutes', now() - interval '1 hour', '2026-01-01T00:00:00Z')
GROUP BY 1, 2, 3, 4, 5, 6, 7;
