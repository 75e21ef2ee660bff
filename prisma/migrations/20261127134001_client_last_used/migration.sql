-- AlterTable
ALTER TABLE "oauth_client" ADD COLUMN     "lastUsedAt" TIMESTAMPTZ(3);

UPDATE "oauth_client" SET "lastUsedAt" = used.at
FROM (SELECT "clientId", max("lastUsedAt") AS at FROM "connection" GROUP BY 1) AS used
WHERE "oauth_client"."id" = used."clientId" AND used.at IS NOT NULL;
