/** Fields that the provider sends and that are the same in every object of the sandbox. */

const nothing = (...fields: string[]): Record<string, null> => Object.fromEntries(fields.map((field) => [field, null]))

export const PRODUCT = {
  images: [],
  marketing_features: [],
  ...nothing('default_price', 'package_dimensions', 'shippable', 'statement_descriptor', 'tax_code', 'tax_details', 'unit_label', 'url'),
  type: 'service',
}

export const PRICE = {
  billing_scheme: 'per_unit',
  ...nothing('custom_unit_amount', 'lookup_key', 'recurring', 'tiers_mode', 'transform_quantity'),
  tax_behavior: 'unspecified',
}

export const LINE_ITEM = { adjustable_quantity: null, amount_discount: 0, amount_tax: 0, metadata: {} }

export const CUSTOMER_DETAILS = {
  ...nothing('address', 'business_name', 'individual_name', 'phone', 'tax_ids'),
  tax_exempt: 'none',
}

export const CUSTOM_TEXT = nothing('after_submit', 'shipping_address', 'submit', 'terms_of_service_acceptance')

export const SESSION = {
  ...nothing('after_expiration', 'allow_promotion_codes', 'billing_address_collection', 'client_secret', 'collected_information'),
  ...nothing('consent', 'consent_collection', 'currency_conversion', 'customer', 'customer_account', 'discounts', 'integration_identifier'),
  ...nothing('invoice', 'invoice_creation', 'locale', 'managed_payments', 'origin_context', 'payment_link'),
  ...nothing('payment_method_configuration_details', 'permissions', 'recovered_from', 'saved_payment_method_options', 'setup_intent'),
  ...nothing('shipping_address_collection', 'shipping_cost', 'submit_type', 'subscription', 'wallet_options'),
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  custom_fields: [],
  customer_creation: 'if_required',
  mode: 'payment',
  payment_method_collection: 'if_required',
  payment_method_options: {},
  payment_method_types: ['card'],
  phone_number_collection: { enabled: false },
  shipping_options: [],
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
}

export const PAYMENT_INTENT = {
  ...nothing('allowed_payment_method_types', 'application', 'application_fee_amount', 'automatic_payment_methods', 'cancellation_reason'),
  ...nothing('customer', 'customer_account', 'excluded_payment_method_types', 'managed_payments', 'next_action', 'on_behalf_of'),
  ...nothing('payment_method', 'payment_method_configuration_details', 'payment_record', 'processing', 'receipt_email', 'review'),
  ...nothing(
    'setup_future_usage',
    'shipping',
    'source',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_data',
    'transfer_group',
  ),
  amount_capturable: 0,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  payment_method_options: {},
  payment_method_types: ['card'],
}

export const CARD = {
  ...nothing('amount_authorized', 'authorization_code', 'electronic_commerce_indicator', 'installments', 'mandate'),
  ...nothing('network_transaction_id', 'regulated_status', 'three_d_secure', 'transaction_link_id', 'wallet'),
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'US',
  exp_month: 12,
  exp_year: 2034,
  funding: 'credit',
  network: 'visa',
}

export const OUTCOME = nothing('advice_code', 'network_advice_code', 'network_decline_code', 'reason')

export const CHARGE = {
  ...nothing(
    'application',
    'application_fee',
    'application_fee_amount',
    'balance_transaction',
    'calculated_statement_descriptor',
    'customer',
  ),
  ...nothing('description', 'failure_balance_transaction', 'on_behalf_of', 'payment_method', 'receipt_email', 'receipt_number', 'review'),
  ...nothing(
    'shipping',
    'source',
    'source_transfer',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_data',
    'transfer_group',
  ),
  billing_details: nothing('address', 'email', 'name', 'phone', 'tax_id'),
  fraud_details: {},
}

export const REFUND = {
  ...nothing('balance_transaction', 'customer', 'customer_account', 'payment_method', 'receipt_number'),
  ...nothing('source_transfer_reversal', 'transfer_reversal'),
}

const EVIDENCE = {
  ...nothing('access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure', 'cancellation_rebuttal'),
  ...nothing('customer_communication', 'customer_email_address', 'customer_name', 'customer_purchase_ip', 'customer_signature'),
  ...nothing('duplicate_charge_documentation', 'duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt'),
  ...nothing('refund_policy', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date', 'service_documentation'),
  ...nothing('shipping_address', 'shipping_carrier', 'shipping_date', 'shipping_documentation', 'shipping_tracking_number'),
  ...nothing('uncategorized_file', 'uncategorized_text'),
  enhanced_evidence: {},
}

export const EVIDENCE_DETAILS = {
  enhanced_eligibility: {},
  has_evidence: false,
  past_due: false,
  submission_count: 0,
  submission_method: 'not_submitted',
}

export const DISPUTE = { enhanced_eligibility_types: [], evidence: EVIDENCE, intended_submission_method: null }

export const BALANCE_TRANSACTION = { balance_type: 'payments', exchange_rate: null }

export const PAYOUT = {
  ...nothing(
    'application_fee',
    'application_fee_amount',
    'original_payout',
    'payout_method',
    'reversed_by',
    'statement_descriptor',
    'trace_id',
  ),
  automatic: true,
  description: 'STRIPE PAYOUT',
  destination: 'ba_sandbox',
  livemode: false,
  metadata: {},
  method: 'standard',
  reconciliation_status: 'completed',
  source_type: 'card',
  type: 'bank_account',
}
