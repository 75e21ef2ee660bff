-- CreateTable
CREATE TABLE "organization_usage" (
    "orgId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "clientId" TEXT NOT NULL,
    "isSandbox" BOOLEAN NOT NULL,
    "requests" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,

    CONSTRAINT "organization_usage_pkey" PRIMARY KEY ("orgId","day","clientId","isSandbox")
);

-- CreateIndex
CREATE INDEX "organization_usage_day_idx" ON "organization_usage"("day");

-- AddForeignKey
ALTER TABLE "organization_usage" ADD CONSTRAINT "organization_usage_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The triggers run as the migrating role: the role of servers may have no right on the new table yet. Rows are changed
-- in one order, so servers cannot deadlock.
CREATE FUNCTION "public"."add_organization_usage"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.organization_usage AS stored ("orgId", day, "clientId", "isSandbox", requests, errors)
  SELECT realm."orgId", added.day, added."clientId", realm.kind = 'sandbox', sum(added.requests), sum(added.errors)
  FROM added JOIN public.realm ON realm.id = added."realmId" GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT ("orgId", day, "clientId", "isSandbox") DO UPDATE
    SET requests = stored.requests + excluded.requests, errors = stored.errors + excluded.errors;
  RETURN NULL;
END $$;
CREATE FUNCTION "public"."raise_organization_usage"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.organization_usage AS stored ("orgId", day, "clientId", "isSandbox", requests, errors)
  SELECT realm."orgId", after.day, after."clientId", realm.kind = 'sandbox', sum(after.requests - before.requests),
    sum(after.errors - before.errors)
  FROM before JOIN after USING ("realmId", day, "clientId") JOIN public.realm ON realm.id = after."realmId"
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT ("orgId", day, "clientId", "isSandbox") DO UPDATE
    SET requests = stored.requests + excluded.requests, errors = stored.errors + excluded.errors;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "public"."add_organization_usage", "public"."raise_organization_usage" FROM PUBLIC;

CREATE TRIGGER "add_organization_usage" AFTER INSERT ON "usage_day"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "public"."add_organization_usage"();
CREATE TRIGGER "raise_organization_usage" AFTER UPDATE ON "usage_day"
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION "public"."raise_organization_usage"();

-- Nothing is counted meanwhile, so only days that still change are added up here; the next migration adds the others.
INSERT INTO "organization_usage" ("orgId", "day", "clientId", "isSandbox", "requests", "errors")
SELECT realm."orgId", usage."day", usage."clientId", realm."kind" = 'sandbox', sum(usage."requests"), sum(usage."errors")
FROM "usage_day" AS usage JOIN "realm" ON realm."id" = usage."realmId"
WHERE usage."day" >= (now() AT TIME ZONE 'UTC')::date - 1
GROUP BY 1, 2, 3, 4;
