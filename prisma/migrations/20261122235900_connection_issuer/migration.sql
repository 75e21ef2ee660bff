-- AlterTable
ALTER TABLE "connection" ADD COLUMN     "issuerId" TEXT;

-- CreateIndex
CREATE INDEX "connection_issuerId_idx" ON "connection"("issuerId");

-- AddForeignKey
ALTER TABLE "connection" ADD CONSTRAINT "connection_issuerId_fkey" FOREIGN KEY ("issuerId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
