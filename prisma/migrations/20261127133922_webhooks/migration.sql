-- CreateEnum
CREATE TYPE "ChangeOperation" AS ENUM ('create', 'update', 'delete', 'merge', 'void');

-- CreateEnum
CREATE TYPE "ChangeSource" AS ENUM ('write', 'event', 'poll');

-- CreateEnum
CREATE TYPE "WebhookFormat" AS ENUM ('cloudevents', 'legacy');

-- CreateTable
CREATE TABLE "change" (
    "realmId" CHAR(16) NOT NULL,
    "seq" BIGINT NOT NULL,
    "entity" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,
    "operation" "ChangeOperation" NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "version" TEXT NOT NULL,
    "source" "ChangeSource" NOT NULL,
    "mergedId" TEXT,
    "storedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "change_pkey" PRIMARY KEY ("realmId","seq")
);

-- CreateTable
CREATE TABLE "realm_changes" (
    "realmId" CHAR(16) NOT NULL,
    "lastSeq" BIGINT NOT NULL DEFAULT 0,
    "resynchronizeAt" TIMESTAMPTZ(3),
    "resynchronizeReason" TEXT,
    "polledAt" TIMESTAMPTZ(3),
    "pollState" JSONB,

    CONSTRAINT "realm_changes_pkey" PRIMARY KEY ("realmId")
);

-- CreateTable
CREATE TABLE "webhook" (
    "id" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "format" "WebhookFormat" NOT NULL DEFAULT 'cloudevents',
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sealedToken" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pausedAt" TIMESTAMPTZ(3),
    "failingSince" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "change_storedAt_idx" ON "change"("storedAt");

-- CreateIndex
CREATE UNIQUE INDEX "change_realmId_entity_recordId_operation_version_key" ON "change"("realmId", "entity", "recordId", "operation", "version");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_clientId_key" ON "webhook"("clientId");

-- AddForeignKey
ALTER TABLE "change" ADD CONSTRAINT "change_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "realm_changes" ADD CONSTRAINT "realm_changes_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "oauth_client"("id") ON DELETE CASCADE ON UPDATE CASCADE;
