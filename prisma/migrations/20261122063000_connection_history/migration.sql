-- What keeps QuickBooks from processing requests, and why a realm's latest socket ended.
CREATE TYPE "DesktopCondition" AS ENUM ('ready', 'quickbooks_closed', 'no_file', 'another_file', 'dialog', 'not_authorized');
ALTER TABLE "realm_session"
ADD COLUMN     "condition" "DesktopCondition" NOT NULL DEFAULT 'ready',
ADD COLUMN     "conditionSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "endedAt" TIMESTAMPTZ(3),
ADD COLUMN     "endReason" TEXT,
ADD COLUMN     "replacedAgent" BOOLEAN NOT NULL DEFAULT false;
UPDATE "realm_session" SET "condition" = 'quickbooks_closed' WHERE phase = 'app_not_open';
UPDATE "realm_session" SET "conditionSince" = "connectedAt", "endedAt" = CASE WHEN phase = 'draining' THEN "lastSeenAt" END;

-- Each change of a realm's connection, for 30 days.
CREATE TABLE "connection_change" (
    "id" BIGSERIAL NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    -- Null while no agent is connected.
    "condition" "DesktopCondition",
    "companyFile" TEXT,
    "agentVersion" TEXT,
    "reason" TEXT,

    CONSTRAINT "connection_change_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "connection_change_realmId_at_idx" ON "connection_change"("realmId", "at");
CREATE INDEX "connection_change_at_idx" ON "connection_change"("at");
ALTER TABLE "connection_change" ADD CONSTRAINT "connection_change_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
