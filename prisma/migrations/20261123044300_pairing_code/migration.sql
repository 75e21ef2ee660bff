-- Short codes that agents redeem for their tokens, and when a set-up link has paired an agent.
ALTER TABLE "setup_link" ADD COLUMN "pairedAt" TIMESTAMPTZ(3);

CREATE TABLE "pairing_code" (
    "id" TEXT NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "issuerId" TEXT NOT NULL,
    "setupLinkId" TEXT,
    "codeHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "redeemedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "pairing_code_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "pairing_code_codeHash_key" ON "pairing_code"("codeHash");
CREATE INDEX "pairing_code_realmId_idx" ON "pairing_code"("realmId");
CREATE INDEX "pairing_code_setupLinkId_idx" ON "pairing_code"("setupLinkId");
CREATE INDEX "pairing_code_expiresAt_idx" ON "pairing_code"("expiresAt");
ALTER TABLE "pairing_code" ADD CONSTRAINT "pairing_code_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pairing_code" ADD CONSTRAINT "pairing_code_issuerId_fkey" FOREIGN KEY ("issuerId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "pairing_code" ADD CONSTRAINT "pairing_code_setupLinkId_fkey" FOREIGN KEY ("setupLinkId") REFERENCES "setup_link"("id") ON DELETE CASCADE ON UPDATE CASCADE;
