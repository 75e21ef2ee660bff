-- AlterTable
ALTER TABLE "logged_request" ADD COLUMN     "warnings" JSONB;
