-- CreateEnum
CREATE TYPE "WebhookFailure" AS ENUM ('twice', 'reordered', 'late', 'lost');

-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "sandboxFailure" "WebhookFailure";

-- AlterTable
ALTER TABLE "change" ADD COLUMN     "traceId" VARCHAR(64);

-- AlterTable
ALTER TABLE "webhook_delivery" ADD COLUMN     "firstSeq" BIGINT,
ADD COLUMN     "lastSeq" BIGINT;
