-- The history of Web Connectors beside that of agents.
CREATE TYPE "Transport" AS ENUM ('agent', 'connector');
ALTER TABLE "connection_change" ADD COLUMN "transport" "Transport" NOT NULL DEFAULT 'agent';
ALTER TABLE "connector_session"
  ADD COLUMN "conditionSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "endedAt" TIMESTAMPTZ(3),
  ADD COLUMN "endReason" TEXT;
