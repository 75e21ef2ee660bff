-- AlterTable
ALTER TABLE "logged_request"
  ADD COLUMN "orgId" TEXT,
  ADD COLUMN "clientId" TEXT,
  ADD COLUMN "source" TEXT NOT NULL DEFAULT 'api',
  ADD COLUMN "operation" TEXT,
  ADD COLUMN "entity" TEXT,
  ADD COLUMN "field" TEXT,
  ADD COLUMN "queryText" TEXT;

UPDATE "logged_request" SET "orgId" = "realm"."orgId" FROM "realm" WHERE "realm"."id" = "logged_request"."realmId";

ALTER TABLE "logged_request" ALTER COLUMN "orgId" SET NOT NULL;

-- CreateIndex
CREATE INDEX "logged_request_orgId_createdAt_id_idx" ON "logged_request"("orgId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "logged_request_orgId_code_createdAt_idx" ON "logged_request"("orgId", "code", "createdAt");

-- CreateIndex
CREATE INDEX "logged_request_realmId_requestId_idx" ON "logged_request"("realmId", "requestId");

-- CreateIndex
CREATE INDEX "logged_request_traceId_idx" ON "logged_request"("traceId");
