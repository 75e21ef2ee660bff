-- AlterTable
ALTER TABLE "second_factor" ADD COLUMN     "retryAt" TIMESTAMPTZ(3),
ADD COLUMN     "undoHash" TEXT,
ADD COLUMN     "undoUntil" TIMESTAMPTZ(3),
ADD COLUMN     "wrongCodes" INTEGER NOT NULL DEFAULT 0;
