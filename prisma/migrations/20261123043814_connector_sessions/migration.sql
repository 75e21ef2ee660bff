-- The leases of Web Connectors, and what their credentials show.
ALTER TABLE "connector_credential" ADD COLUMN "problem" TEXT, ADD COLUMN "sharedAt" TIMESTAMPTZ(3);
CREATE TABLE "connector_session" (
    "realmId" CHAR(16) NOT NULL,
    "gatewayUrl" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "credentialId" TEXT,
    "ticketHash" TEXT,
    "runOpenedAt" TIMESTAMPTZ(3),
    "lastPolledAt" TIMESTAMPTZ(3) NOT NULL,
    "intervalMs" INTEGER NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "condition" "DesktopCondition" NOT NULL DEFAULT 'ready',
    "companyFile" TEXT,

    CONSTRAINT "connector_session_pkey" PRIMARY KEY ("realmId")
);
CREATE UNIQUE INDEX "connector_session_ticketHash_key" ON "connector_session"("ticketHash");
ALTER TABLE "connector_session" ADD CONSTRAINT "connector_session_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
