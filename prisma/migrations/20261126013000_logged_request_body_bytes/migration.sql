-- AlterTable
ALTER TABLE "logged_request" ADD COLUMN     "bodyBytes" INTEGER;
