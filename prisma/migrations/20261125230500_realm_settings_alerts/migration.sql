CREATE INDEX CONCURRENTLY "realm_settings_alerts_idx" ON "realm_settings"("realmId") WHERE jsonb_typeof("values" -> 'offlineAlertMinutes') = 'number';
