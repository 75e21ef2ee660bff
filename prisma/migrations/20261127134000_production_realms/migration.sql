-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "productionRealms" INTEGER NOT NULL DEFAULT 0;

-- Statement triggers: an update for each of many rows would follow all versions of one organization. A deleted
-- organization deletes its realms: then there is no row to change.
CREATE FUNCTION "public"."count_production_realms"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.organization SET "productionRealms" = "productionRealms"
    + CASE TG_OP WHEN 'INSERT' THEN changed.realms ELSE - changed.realms END
  FROM (SELECT "orgId", count(*) AS realms FROM changed WHERE kind = 'production' GROUP BY 1) AS changed
  WHERE organization.id = changed."orgId";
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "public"."count_production_realms" FROM PUBLIC;
CREATE TRIGGER "count_added_realms" AFTER INSERT ON "realm"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "public"."count_production_realms"();
CREATE TRIGGER "count_deleted_realms" AFTER DELETE ON "realm"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "public"."count_production_realms"();

UPDATE "organization" SET "productionRealms" = counted.realms
FROM (SELECT "orgId", count(*) AS realms FROM "realm" WHERE "kind" = 'production' GROUP BY 1) AS counted
WHERE "organization"."id" = counted."orgId";
