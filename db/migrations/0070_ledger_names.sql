-- Ledgers and their groups in the languages of their readers, and in which currency entries by hand reach a ledger.

alter table ledger.account no force row level security;
alter table kit.audit_change no force row level security;
alter table kit.revision no force row level security;
alter table kit.unsealed no force row level security;

-- Empty: as `name` says. A currency: null takes all of them.
alter table ledger.account add column name_zh_hant text not null default '', add column name_zh_hans text not null default '',
  add column name_vi text not null default '', add column currency_id uuid;
alter table ledger.account_group add column name_zh_hant text not null default '', add column name_zh_hans text not null default '',
  add column name_vi text not null default '';
create index account_currency on ledger.account (company_id, currency_id);

-- What every company began with, where it is still called so.
update ledger.account a set name_zh_hant = n.zh_hant, name_zh_hans = n.zh_hans, name_vi = n.vi
from (values
  ('1000', 'Cash local', '本幣現金', '本币现金', 'Tiền mặt nội tệ'),
  ('1010', 'Vault local', '本幣金庫', '本币金库', 'Kho quỹ nội tệ'),
  ('1020', 'Cash in transit local', '在途本幣現金', '在途本币现金', 'Tiền mặt nội tệ đang chuyển'),
  ('1100', 'Foreign currency stock', '外幣庫存', '外币库存', 'Ngoại tệ tồn quỹ'),
  ('1110', 'Foreign currency stock in transit', '在途外幣庫存', '在途外币库存', 'Ngoại tệ đang chuyển'),
  ('1120', 'Retail stock', '零售存貨', '零售存货', 'Hàng tồn kho bán lẻ'),
  ('1130', 'Goods in transit', '在途貨品', '在途货品', 'Hàng đang chuyển'),
  ('1190', 'Foreign currency stock revaluation', '外幣庫存重估', '外币库存重估', 'Đánh giá lại ngoại tệ tồn quỹ'),
  ('1200', 'Bank local', '本幣銀行存款', '本币银行存款', 'Tiền gửi ngân hàng nội tệ'),
  ('1210', 'Bank foreign currency', '外幣銀行存款', '外币银行存款', 'Tiền gửi ngân hàng ngoại tệ'),
  ('1300', 'Partner prefund', '合作方預存款', '合作方预存款', 'Tiền ký quỹ tại đối tác'),
  ('1310', 'Card and e-wallet clearing', '銀行卡及電子錢包清算', '银行卡及电子钱包清算', 'Bù trừ thẻ và ví điện tử'),
  ('1320', 'Cheques in hand', '在手支票', '在手支票', 'Séc đang giữ'),
  ('1400', 'Customer receivable', '應收客戶款', '应收客户款', 'Phải thu khách hàng'),
  ('1410', 'Inter-branch', '分行間應收', '分行间应收', 'Phải thu giữa các chi nhánh'),
  ('1430', 'Claims on carriers', '向承運人索償', '向承运人索赔', 'Đòi bồi thường bên vận chuyển'),
  ('1500', 'Deposits, prepaid and fixed assets', '按金、預付款及固定資產', '押金、预付款及固定资产', 'Đặt cọc, trả trước và tài sản cố định'),
  ('2000', 'Customer payable', '應付客戶款', '应付客户款', 'Phải trả khách hàng'),
  ('2010', 'Remittance payable', '應付匯款', '应付汇款', 'Phải trả chuyển tiền'),
  ('2020', 'Payee payable', '應付收款方款', '应付收款方款', 'Phải trả bên thụ hưởng'),
  ('2030', 'Agent commission payable', '應付代理佣金', '应付代理佣金', 'Hoa hồng đại lý phải trả'),
  ('2040', 'Cheques issued', '已簽發支票', '已签发支票', 'Séc đã phát hành'),
  ('2050', 'Suppliers of goods', '貨品供應商', '货品供应商', 'Phải trả nhà cung cấp hàng'),
  ('2060', 'Principals', '委託人', '委托人', 'Bên ủy thác'),
  ('2100', 'Output tax', '銷項稅', '销项税', 'Thuế đầu ra'),
  ('2110', 'Input tax', '進項稅', '进项税', 'Thuế đầu vào'),
  ('2200', 'Suspense: unidentified receipts', '暫記：未辨識收款', '暂记：未识别收款', 'Tạm giữ: khoản thu chưa xác định'),
  ('2210', 'Inter-branch due to', '分行間應付', '分行间应付', 'Phải trả giữa các chi nhánh'),
  ('3000', 'Capital', '資本', '资本', 'Vốn'),
  ('3010', 'Retained earnings', '保留盈利', '留存收益', 'Lợi nhuận giữ lại'),
  ('3020', 'Opening balance equity', '期初餘額權益', '期初余额权益', 'Vốn từ số dư đầu kỳ'),
  ('4000', 'Realised FX gain', '已實現匯兌收益', '已实现汇兑收益', 'Lãi tỷ giá đã thực hiện'),
  ('4010', 'Remittance FX margin', '匯款匯差收入', '汇款汇差收入', 'Chênh lệch tỷ giá chuyển tiền'),
  ('4020', 'Fee income', '手續費收入', '手续费收入', 'Thu phí'),
  ('4030', 'Retail sales', '零售銷售', '零售销售', 'Doanh thu bán lẻ'),
  ('4035', 'Agency commission', '代理佣金收入', '代理佣金收入', 'Hoa hồng đại lý'),
  ('4040', 'Rounding income', '進位收入', '舍入收入', 'Thu do làm tròn'),
  ('4050', 'Unrealised FX gain', '未實現匯兌收益', '未实现汇兑收益', 'Lãi tỷ giá chưa thực hiện'),
  ('4060', 'Bank interest', '銀行利息', '银行利息', 'Lãi ngân hàng'),
  ('5000', 'Realised FX loss', '已實現匯兌虧損', '已实现汇兑损失', 'Lỗ tỷ giá đã thực hiện'),
  ('5010', 'Unrealised FX loss', '未實現匯兌虧損', '未实现汇兑损失', 'Lỗ tỷ giá chưa thực hiện'),
  ('5020', 'Cash short and over', '現金長短款', '现金长短款', 'Thừa thiếu quỹ'),
  ('5030', 'Counterfeit loss', '偽鈔損失', '假币损失', 'Tổn thất tiền giả'),
  ('5040', 'Partner cost', '合作方成本', '合作方成本', 'Chi phí đối tác'),
  ('5050', 'Bank charges', '銀行費用', '银行费用', 'Phí ngân hàng'),
  ('5060', 'Retail cost of sales', '零售銷售成本', '零售销售成本', 'Giá vốn bán lẻ'),
  ('5061', 'Goods written off', '貨品撇銷', '货品核销', 'Hàng xóa sổ'),
  ('5062', 'Goods for own use', '自用貨品', '自用货品', 'Hàng dùng nội bộ'),
  ('5070', 'Transit loss', '運送損失', '运送损失', 'Tổn thất khi vận chuyển'),
  ('5080', 'Damaged notes', '破損鈔票', '破损钞票', 'Tiền hư hỏng'),
  ('6000', 'Staff, rent, compliance and other expense', '員工、租金、合規及其他開支', '员工、租金、合规及其他开支', 'Chi phí nhân viên, thuê, tuân thủ và chi phí khác')
) n (code, name, zh_hant, zh_hans, vi)
where a.code = n.code and a.name = n.name;

alter table ledger.account force row level security;
alter table kit.audit_change force row level security;
alter table kit.revision force row level security;
alter table kit.unsealed force row level security;
