-- DropIndex
DROP INDEX "write_journal_realmId_requestId_idx";

-- AlterTable
ALTER TABLE "write_journal" DROP COLUMN "requestHash";

-- CreateTable
CREATE TABLE "request_outcome" (
    "realmId" CHAR(16) NOT NULL,
    "requestId" VARCHAR(64) NOT NULL,
    "requestHash" VARCHAR(43) NOT NULL,
    "run" UUID NOT NULL,
    "claim" UUID,
    "claimedUntil" TIMESTAMPTZ(3),
    "answers" JSONB NOT NULL DEFAULT '[]',
    "status" INTEGER,
    "headers" JSONB,
    "body" TEXT,
    "code" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_outcome_pkey" PRIMARY KEY ("realmId","requestId")
);

-- CreateIndex
CREATE INDEX "request_outcome_createdAt_idx" ON "request_outcome"("createdAt");

-- CreateIndex
CREATE INDEX "write_journal_realmId_messageSetId_idx" ON "write_journal"("realmId", "messageSetId");

-- AddForeignKey
ALTER TABLE "request_outcome" ADD CONSTRAINT "request_outcome_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
