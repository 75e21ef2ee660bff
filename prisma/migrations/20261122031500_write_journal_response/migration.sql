-- AlterEnum
ALTER TYPE "WriteState" RENAME VALUE 'answered' TO 'completed';

-- AlterTable
ALTER TABLE "write_journal" RENAME COLUMN "answer" TO "response";
ALTER TABLE "write_journal" RENAME COLUMN "answeredAt" TO "completedAt";
