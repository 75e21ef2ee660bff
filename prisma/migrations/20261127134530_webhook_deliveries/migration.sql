-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "claimedUntil" TIMESTAMPTZ(3),
ADD COLUMN     "missedSince" TIMESTAMPTZ(3),
ADD COLUMN     "nextSealedToken" TEXT,
ADD COLUMN     "nextTokenAt" TIMESTAMPTZ(3),
ADD COLUMN     "notices" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "webhook_position" (
    "webhookId" TEXT NOT NULL,
    "realmId" CHAR(16) NOT NULL,
    "deliveredSeq" BIGINT NOT NULL,
    "lastSeq" BIGINT NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failingSince" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_position_pkey" PRIMARY KEY ("webhookId","realmId")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL,
    "webhookId" TEXT NOT NULL,
    "realmId" CHAR(16),
    "messageId" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "events" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "ms" INTEGER NOT NULL,
    "status" INTEGER,
    "responseBody" TEXT,
    "failure" TEXT,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_position_realmId_idx" ON "webhook_position"("realmId");

-- CreateIndex
CREATE INDEX "webhook_position_dueAt_idx" ON "webhook_position"("dueAt");

-- CreateIndex
CREATE INDEX "webhook_position_webhookId_dueAt_idx" ON "webhook_position"("webhookId", "dueAt");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhookId_createdAt_id_idx" ON "webhook_delivery"("webhookId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_createdAt_idx" ON "webhook_delivery"("createdAt");

-- CreateIndex
CREATE INDEX "webhook_delivery_realmId_idx" ON "webhook_delivery"("realmId");

-- AddForeignKey
ALTER TABLE "webhook_position" ADD CONSTRAINT "webhook_position_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_position" ADD CONSTRAINT "webhook_position_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_realmId_fkey" FOREIGN KEY ("realmId") REFERENCES "realm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A position is due in the transaction that stores the changes. One with nothing due begins at these changes: those from
-- before were delivered, or came while the app was not connected. Rows are changed in one order.
CREATE FUNCTION "public"."queue_webhooks"() RETURNS TRIGGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO public.webhook_position AS queued ("webhookId", "realmId", "deliveredSeq", "lastSeq", "dueAt")
  SELECT DISTINCT webhook.id, stored."realmId", stored.first - 1, stored.last, now()
  FROM (SELECT "realmId", min(seq) AS first, max(seq) AS last FROM added GROUP BY "realmId") AS stored
    JOIN public.connection ON connection."realmId" = stored."realmId" AND connection."revokedAt" IS NULL
    JOIN public.webhook ON webhook."clientId" = connection."clientId" AND webhook."pausedAt" IS NULL
  ORDER BY 2, 1
  ON CONFLICT ("webhookId", "realmId") DO UPDATE SET "lastSeq" = excluded."lastSeq",
    "deliveredSeq" = CASE WHEN queued."dueAt" IS NULL THEN excluded."deliveredSeq" ELSE queued."deliveredSeq" END,
    "dueAt" = coalesce(queued."dueAt", excluded."dueAt");
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "public"."queue_webhooks" FROM PUBLIC;

CREATE TRIGGER "queue_webhooks" AFTER INSERT ON "change"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "public"."queue_webhooks"();
