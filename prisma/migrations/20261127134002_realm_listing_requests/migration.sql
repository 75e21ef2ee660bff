-- AlterTable
ALTER TABLE "realm_listing" ADD COLUMN     "omitsRequests" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "recentRequests" INTEGER NOT NULL DEFAULT 0;

CREATE FUNCTION "public"."list_omitted_requests"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  omits CONSTANT BOOLEAN := coalesce(NEW."values"->>'logsRequests', 'all') IN ('failures', 'none');
BEGIN
  UPDATE public.realm_listing AS listing SET "omitsRequests" = omits
  WHERE listing."realmId" = NEW."realmId" AND listing."omitsRequests" <> omits;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "public"."list_omitted_requests" FROM PUBLIC;
CREATE TRIGGER "list_omitted_requests" AFTER INSERT OR UPDATE OF "values" ON "realm_settings"
  FOR EACH ROW EXECUTE FUNCTION "public"."list_omitted_requests"();

UPDATE "realm_listing" AS listing SET "omitsRequests" = true FROM "realm_settings" AS settings
WHERE settings."realmId" = listing."realmId" AND settings."values"->>'logsRequests' IN ('failures', 'none');
