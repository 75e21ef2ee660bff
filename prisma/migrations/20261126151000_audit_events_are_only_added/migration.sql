-- The role of servers and gateways adds audit events and reads them. This function deletes old ones, and no others:
-- whatever it is told, those of the last 30 days stay.
CREATE FUNCTION "public"."delete_audit_events"("before" TIMESTAMPTZ, "rows" INTEGER) RETURNS INTEGER
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH "deleted" AS (
    DELETE FROM "public"."audit_event" WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM "public"."audit_event"
      WHERE "createdAt" <= LEAST("before", now() - INTERVAL '30 days') LIMIT "rows" FOR UPDATE SKIP LOCKED
    )) RETURNING 1
  )
  SELECT count(*)::INTEGER FROM "deleted"
$$;
REVOKE EXECUTE ON FUNCTION "public"."delete_audit_events" FROM PUBLIC;
