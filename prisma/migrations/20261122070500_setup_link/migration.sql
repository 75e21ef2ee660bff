-- Links to the set-up of a company file, for the person at the PC.
CREATE TABLE "setup_link" (
    "id" TEXT NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "creatorId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "openedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "setup_link_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "setup_link_tokenHash_key" ON "setup_link"("tokenHash");
CREATE INDEX "setup_link_realmId_idx" ON "setup_link"("realmId");
CREATE INDEX "setup_link_expiresAt_idx" ON "setup_link"("expiresAt");
ALTER TABLE "setup_link" ADD CONSTRAINT "setup_link_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "setup_link" ADD CONSTRAINT "setup_link_creatorId_fkey" FOREIGN KEY ("creatorId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
