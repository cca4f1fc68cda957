CREATE INDEX "outgoing_mails_recipient" ON "outgoing_mails" USING btree ("recipient_address");--> statement-breakpoint
CREATE INDEX "payment_events_refunds" ON "payment_events" USING btree ("payment_id","id") WHERE "payment_events"."to" in ('refunded', 'partially_refunded', 'reversed');--> statement-breakpoint
CREATE INDEX "payments_received" ON "payments" USING btree ("received_on") WHERE "payments"."received_on" is not null;--> statement-breakpoint
CREATE INDEX "instalments_month" ON "instalments" USING btree ("due_on");