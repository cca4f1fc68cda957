CREATE INDEX "message_reports_reporter" ON "message_reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "paypal_orders_unended" ON "paypal_orders" USING btree ("updated_at") WHERE "paypal_orders"."failures" > 0 or "paypal_orders"."state" in ('creating', 'capturing');--> statement-breakpoint
CREATE INDEX "payments_flagged" ON "payments" USING btree ("updated_at") WHERE "payments"."status" in ('claimed', 'processing') and ("payments"."number_in_review" or "payments"."flag" in ('late', 'manual'));--> statement-breakpoint
CREATE INDEX "payments_uneven" ON "payments" USING btree ("updated_at") WHERE "payments"."status" in ('succeeded', 'partially_refunded') and "payments"."flag" in ('under', 'over');;--> statement-breakpoint

-- As migration 0030 did for the lists that were there: where pg_trgm is, what is searched for is found by an index.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm' AND extnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'extensions')) THEN
    RETURN;
  END IF;
  CREATE INDEX "mail_suppressions_search" ON "mail_suppressions" USING gin (coalesce("address", '') extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
  CREATE INDEX "chain_receipts_search" ON "chain_receipts" USING gin ((coalesce("tx_hash", '') || ' ' || coalesce("from_address", '') || ' ' || coalesce("to_address", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024) WHERE "state" = 'review';
  CREATE INDEX "message_reports_search" ON "message_reports" USING gin ((coalesce("content", '') || ' ' || coalesce("subject", '')) extensions.gin_trgm_ops) WITH (gin_pending_list_limit = 1024);
END
$$;
