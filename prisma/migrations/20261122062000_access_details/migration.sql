-- What the pages about apps, API keys, invitations and sessions show.
ALTER TABLE "oauth_client" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

ALTER TABLE "api_key" ADD COLUMN     "lastFour" CHAR(4),
ADD COLUMN     "expiresAt" TIMESTAMPTZ(3);

ALTER TABLE "session" ADD COLUMN     "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "userAgent" VARCHAR(256),
ADD COLUMN     "address" VARCHAR(64);

ALTER TABLE "invitation" ADD COLUMN     "inviterId" TEXT;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "invitation_email_idx" ON "invitation"("email");
