-- AlterTable
ALTER TABLE "write_journal" ADD COLUMN     "clearAt" TIMESTAMPTZ(3);
