-- AlterEnum
ALTER TYPE "DesktopCondition" ADD VALUE 'file_unconfirmed' AFTER 'responses_not_stored';

-- AlterTable
ALTER TABLE "realm" ADD COLUMN     "applicationName" TEXT,
ADD COLUMN     "confirmedFile" TEXT,
ADD COLUMN     "fileChoice" INTEGER NOT NULL DEFAULT 0;
