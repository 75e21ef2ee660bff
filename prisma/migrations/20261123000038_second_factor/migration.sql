-- Each address keeps its newest link only. Links work for minutes, and these are dropped.
DELETE FROM "verification_token";

-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "requiresSecondFactor" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "secondFactorAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "secondFactorSince" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "second_factor" (
    "userId" TEXT NOT NULL,
    "sealedSecret" TEXT NOT NULL,
    "lastStep" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "second_factor_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "userId" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("userId","codeHash")
);

-- CreateIndex
CREATE INDEX "session_userId_idx" ON "session"("userId");

-- CreateIndex
CREATE INDEX "session_expires_idx" ON "session"("expires");

-- CreateIndex
CREATE INDEX "session_lastSeenAt_idx" ON "session"("lastSeenAt");

-- CreateIndex
CREATE UNIQUE INDEX "verification_token_identifier_key" ON "verification_token"("identifier");

-- CreateIndex
CREATE INDEX "verification_token_expires_idx" ON "verification_token"("expires");

-- AddForeignKey
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
