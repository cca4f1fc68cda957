ALTER TABLE "instalments" ADD COLUMN "charge_on" date;--> statement-breakpoint
-- Charges that were made, and those that were announced before they had a day of their own.
UPDATE "instalments" AS i SET charge_on = due_on
WHERE EXISTS (
  SELECT 1 FROM payments p JOIN paypal_orders o ON o.payment_id = p.id
  WHERE p.instalment_id = i.id AND o.kind = 'stored'
) OR EXISTS (SELECT 1 FROM outgoing_mails m WHERE m.batch_id = 'charge-soon:' || i.id);
