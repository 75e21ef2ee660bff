-- AlterTable
ALTER TABLE "realm_changes" ADD COLUMN     "claimedAt" TIMESTAMPTZ(3),
ADD COLUMN     "hasChanged" BOOLEAN NOT NULL DEFAULT false;
