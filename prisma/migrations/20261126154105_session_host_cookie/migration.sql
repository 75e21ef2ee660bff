-- AlterTable
ALTER TABLE "session" ADD COLUMN     "hostCookie" BOOLEAN NOT NULL DEFAULT false;
