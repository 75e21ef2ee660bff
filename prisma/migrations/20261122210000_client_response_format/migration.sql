-- CreateEnum
CREATE TYPE "ResponseFormat" AS ENUM ('json', 'xml');

-- AlterTable
ALTER TABLE "oauth_client" ADD COLUMN     "responseFormat" "ResponseFormat" NOT NULL DEFAULT 'json';
