-- AlterTable
ALTER TABLE "realm_settings" ADD COLUMN     "logsBodies" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "oauth_client" ADD COLUMN     "formerSecretHash" TEXT,
ADD COLUMN     "formerSecretUntil" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sandbox_company" ADD COLUMN     "beganAt" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "audit_event" ADD COLUMN     "apiKeyId" TEXT;

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL,
    "orgId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "acceptedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "logged_request" (
    "id" UUID NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "code" TEXT,
    "requestId" TEXT,
    "totalMs" DOUBLE PRECISION NOT NULL,
    "queueMs" DOUBLE PRECISION,
    "gatewayMs" DOUBLE PRECISION,
    "desktopMs" DOUBLE PRECISION,
    "bodies" JSONB,

    CONSTRAINT "logged_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitation_tokenHash_key" ON "invitation"("tokenHash");

-- CreateIndex
CREATE INDEX "invitation_orgId_idx" ON "invitation"("orgId");

-- CreateIndex
CREATE INDEX "logged_request_realmId_createdAt_idx" ON "logged_request"("realmId", "createdAt");

-- CreateIndex
CREATE INDEX "logged_request_createdAt_idx" ON "logged_request"("createdAt");

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "logged_request" ADD CONSTRAINT "logged_request_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
