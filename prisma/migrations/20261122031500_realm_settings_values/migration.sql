-- The server declares the settings of a realm. The database keeps their values in one JSON object.
ALTER TABLE "realm_settings" ADD COLUMN     "values" JSONB NOT NULL DEFAULT '{}';
UPDATE "realm_settings" SET "values" = jsonb_build_object('departmentsFromClasses', "departmentsFromClasses", 'logsBodies', "logsBodies");
ALTER TABLE "realm_settings" DROP COLUMN "departmentsFromClasses", DROP COLUMN "logsBodies";
