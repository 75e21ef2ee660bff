-- AlterTable
ALTER TABLE "logged_request" ADD COLUMN     "traceId" VARCHAR(64) NOT NULL;
