-- Allows one session of an admin to write to a production realm from the Explorer.
CREATE TABLE "explorer_permission" (
    "sessionId" TEXT NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "explorer_permission_pkey" PRIMARY KEY ("sessionId","realmId")
);

CREATE INDEX "explorer_permission_expiresAt_idx" ON "explorer_permission"("expiresAt");

ALTER TABLE "explorer_permission" ADD CONSTRAINT "explorer_permission_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "explorer_permission" ADD CONSTRAINT "explorer_permission_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
