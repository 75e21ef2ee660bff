-- AlterTable
ALTER TABLE "realm_changes" ADD COLUMN     "nextPollAt" TIMESTAMPTZ(3);
