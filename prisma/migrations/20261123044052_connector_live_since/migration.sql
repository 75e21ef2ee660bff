-- Since when a Web Connector polls without a longer pause.
ALTER TABLE "connector_session" ADD COLUMN "liveSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
