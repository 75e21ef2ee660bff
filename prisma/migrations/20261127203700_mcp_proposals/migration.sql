-- CreateTable
CREATE TABLE "mcp_proposal" (
    "id" UUID NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "clientId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "hostName" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "committedAt" TIMESTAMPTZ(3),
    "committedBy" TEXT,
    "rejectedAt" TIMESTAMPTZ(3),
    "rejectedBy" TEXT,
    "finishedAt" TIMESTAMPTZ(3),
    "recordId" TEXT,
    "code" TEXT,

    CONSTRAINT "mcp_proposal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mcp_proposal_content" (
    "proposalId" UUID NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "record" JSON NOT NULL,
    "preview" JSON NOT NULL,

    CONSTRAINT "mcp_proposal_content_pkey" PRIMARY KEY ("proposalId")
);

-- CreateIndex
CREATE INDEX "mcp_proposal_realmId_createdAt_idx" ON "mcp_proposal"("realmId", "createdAt");

-- CreateIndex
CREATE INDEX "mcp_proposal_createdAt_idx" ON "mcp_proposal"("createdAt");

-- CreateIndex
CREATE INDEX "mcp_proposal_content_expiresAt_idx" ON "mcp_proposal_content"("expiresAt");

-- AddForeignKey
ALTER TABLE "mcp_proposal" ADD CONSTRAINT "mcp_proposal_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mcp_proposal_content" ADD CONSTRAINT "mcp_proposal_content_proposalId_fkey" FOREIGN KEY ("proposalId") REFERENCES "mcp_proposal"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Sandboxes accept writes over MCP, as new ones do.
INSERT INTO "realm_settings" AS settings ("realmId", "values", "updatedAt")
SELECT "id", '{"mcpMode": "write"}', now() FROM "realm" WHERE "kind" = 'sandbox'
ON CONFLICT ("realmId") DO UPDATE SET "values" = settings."values" || EXCLUDED."values";
