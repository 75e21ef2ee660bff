-- CreateEnum
CREATE TYPE "TruthReportKind" AS ENUM ('first', 'checks', 'recording');

-- CreateTable
CREATE TABLE "truth_report" (
    "id" TEXT NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "kind" "TruthReportKind" NOT NULL,
    "agentTokenId" TEXT NOT NULL,
    "agentVersion" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "release" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "rows" JSONB NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "truth_report_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "truth_report_realmId_kind_receivedAt_idx" ON "truth_report"("realmId", "kind", "receivedAt");

-- CreateIndex
CREATE INDEX "truth_report_receivedAt_idx" ON "truth_report"("receivedAt");

-- AddForeignKey
ALTER TABLE "truth_report" ADD CONSTRAINT "truth_report_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;
