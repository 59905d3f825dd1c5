// Long because every sentence of the published document stands beside its three translations, so that none is left behind.

/**
 * What the document says in English, with the same in Traditional Chinese, Simplified Chinese and Vietnamese. The English of
 * operations and parameters is the comment in the contract: it is the one source, and a test names a line that differs from it.
 */
export const descriptions: Record<string, readonly [hant: string, hans: string, vi: string]> = {
  'What a role gains once another agrees.': [
    '經另一人同意後角色所得的權限。',
    '经另一人同意后角色所得的权限。',
    'Quyền mà vai trò nhận khi người khác đồng ý.',
  ],
  'Before anybody has signed in; null while the companies here have set none, or several.': [
    '登入前的語言；未設定或有多種時為 null。',
    '登录前的语言；未设置或有多种时为 null。',
    'Trước khi đăng nhập; null khi chưa đặt hoặc có nhiều.',
  ],
  'Null until the person has chosen; an empty list is every pair.': [
    '選擇前為 null；空清單為全部。',
    '选择前为 null；空列表为全部。',
    'Null cho đến khi chọn; danh sách rỗng là mọi cặp.',
  ],
  'What has waited longest first.': ['等候最久者在前。', '等候最久者在前。', 'Việc chờ lâu nhất đứng trước.'],
  'Those of a user that wait.': [
    '使用者待同意的角色。',
    '用户待同意的角色。',
    'Những vai trò của người dùng đang chờ.',
  ],
  // Remittances.
  'Null for every code that is not on a paper of ours, whatever is wrong with it. Nobody is named.': [
    '凡非本公司單據上的代碼均為 null。不顯示任何姓名。',
    '凡非本公司单据上的代码均为 null。不显示任何姓名。',
    'Null với mọi mã không có trên giấy tờ của ta. Không nêu tên ai.',
  ],
  'The disclosure before it is paid, the receipt after it, and its void once it is given up.': [
    '付款前為告知書，付款後為收據，放棄後為作廢單據。',
    '付款前为告知书，付款后为收据，放弃后为作废单据。',
    'Trước khi trả là bản thông báo, sau đó là biên lai, khi hủy là bản vô hiệu.',
  ],
  'What was sent between two days, by corridor; what was cancelled or expired does not count.': [
    '兩日之間按路線的匯出額；已取消或逾期的不計。',
    '两日之间按路线的汇出额；已取消或逾期的不计。',
    'Số đã gửi giữa hai ngày theo tuyến; lệnh hủy hoặc hết hạn không tính.',
  ],
  'What each partner pays out, what it costs and when it arrives: the best first.': [
    '各服務商的派付額、費用與到賬日，最優者在前。',
    '各服务商的派付额、费用与到账日，最优者在前。',
    'Mỗi đối tác chi trả bao nhiêu, phí và ngày đến: tốt nhất trước.',
  ],
  'Where partners that are switched on pay out, in what, and how.': [
    '已啟用的服務商在何處、以何種貨幣與方式派付。',
    '已启用的服务商在何处、以何种货币与方式派付。',
    'Đối tác đang bật chi trả ở đâu, bằng gì và cách nào.',
  ],
  'The recipients whom a customer has sent money to, the latest first.': [
    '客戶曾匯款的收款人，最近者在前。',
    '客户曾汇款的收款人，最近者在前。',
    'Những người khách đã gửi tiền, gần nhất trước.',
  ],
  // The chart, entries by hand, and statements.
  'Only what nothing was posted to, and to which nothing leads; any other is closed.': [
    '僅限從未記帳且無對應的科目；其他的只能關閉。',
    '仅限从未记账且无映射的科目；其他的只能关闭。',
    'Chỉ tài khoản chưa ghi sổ và không được ánh xạ; còn lại thì đóng.',
  ],
  'Every group by its whole path, in the order of the statements.': [
    '所有群組的完整路徑，按報表順序。',
    '所有分组的完整路径，按报表顺序。',
    'Mọi nhóm theo đường dẫn đầy đủ, theo thứ tự báo cáo.',
  ],
  'What the lines are chosen from.': ['明細的選項。', '明细的选项。', 'Các lựa chọn của dòng.'],
  'Posts the mirror on a day, today unless another is given: every line at its own value.': [
    '於指定日（預設今天）記入反向分錄：每行按原值。',
    '于指定日（默认今天）记入反向分录：每行按原值。',
    'Ghi bút toán ngược vào một ngày, mặc định hôm nay: mỗi dòng theo đúng giá trị của nó.',
  ],
  'The rates of a day: of what was published by its end, and what the house buys at by the margins of now.': [
    '某日的匯率：當日終前已公佈者，及按現行點差的買入價。',
    '某日的汇率：当日终前已公布者，及按现行点差的买入价。',
    'Tỷ giá một ngày: đã công bố đến cuối ngày, và giá mua theo biên hiện tại.',
  ],
  'A draft; it takes the place of a draft of the same day and branches.': [
    '草稿；取代同日同分行的草稿。',
    '草稿；取代同日同分行的草稿。',
    'Bản nháp; thay bản nháp cùng ngày, cùng chi nhánh.',
  ],
  'Undoes it and what went back of it, each on its own day.': [
    '沖銷重估及其轉回，各於原日。',
    '冲销重估及其转回，各于原日。',
    'Đảo cả phần đã hoàn nhập, mỗi phần vào đúng ngày.',
  ],
  'The last one that was run; null where none was.': [
    '最近一次；從未執行則為 null。',
    '最近一次；从未执行则为 null。',
    'Lần gần nhất; null nếu chưa chạy.',
  ],
  'Looks at everything now: for whoever locks the books.': [
    '立即檢查全部，供鎖帳者使用。',
    '立即检查全部，供锁账者使用。',
    'Kiểm tra tất cả ngay, cho người khóa sổ.',
  ],
  'The year that can be closed next, by its last day, with what it comes to now.': [
    '下一個可結年度，以其最後一日表示，並附目前損益。',
    '下一个可结年度，以其最后一日表示，并附目前损益。',
    'Năm kết chuyển tiếp theo, theo ngày cuối, với kết quả hiện tại.',
  ],
  'The mirror of its entry, on the same day: refused once that day is locked, or a later year is closed.': [
    '同日記入反向分錄；該日已鎖定或其後年度已結則不可。',
    '同日记入反向分录；该日已锁定或其后年度已结则不可。',
    'Bút toán ngược cùng ngày; không được nếu ngày đã khóa hoặc năm sau đã kết chuyển.',
  ],
  'The journal of a period as plain-text accounting, which other programs read and add up themselves.': [
    '某期間日記帳的純文字，供其他程式讀取及自行加總。',
    '某期间日记账的纯文本，供其他程序读取及自行加总。',
    'Nhật ký một kỳ dạng văn bản, để chương trình khác đọc và tự cộng.',
  ],
  'The chart as a sheet that can be taken in again.': [
    '科目表，可再匯入。',
    '科目表，可再导入。',
    'Hệ thống tài khoản, có thể nhập lại.',
  ],
  'Ledgers of a sheet by their code: new ones are added, others changed, all of them or none.': [
    '按代碼匯入科目：新增或修改，全部或全不。',
    '按代码导入科目：新增或修改，全部或全不。',
    'Nhập tài khoản theo mã: thêm hoặc sửa, tất cả hoặc không.',
  ],
  // What the document says of itself, of keys, files and statuses.
  'The back office of a money changer.': [
    '找換店的後台系統。',
    '货币兑换店的后台系统。',
    'Hệ thống nội bộ của tiệm đổi tiền.',
  ],
  'The text of each code in x-refusals': [
    'x-refusals 各代碼的文字',
    'x-refusals 各代码的文本',
    'Nội dung từng mã trong x-refusals',
  ],
  'Each item of the company, and all cash: what this level says of it, and what holds there.': [
    '公司的每項庫存及現金總額：此層級的設定，以及該處適用的限額。',
    '公司的每项库存及现金总额：此层级的设置，以及该处适用的限额。',
    'Mỗi mục của công ty và tổng tiền mặt: cấp này đặt gì, và hạn mức nào áp dụng tại đó.',
  ],
  'The same from a sheet, whose columns are named as the fields are; what it does not name stays.': [
    '同上，取自表格；欄名與欄位相同，未列出的維持不變。',
    '同上，取自表格；列名与字段相同，未列出的保持不变。',
    'Như trên, từ một bảng có tên cột như tên trường; phần không nêu được giữ nguyên.',
  ],
  'At either end.': ['任一端。', '任一端。', 'Ở một trong hai đầu.'],
  'The counts of one person, each by itself.': [
    '一人的盤點，逐次列出。',
    '一人的盘点，逐次列出。',
    'Từng lần đếm của một người.',
  ],
  'What places have against their limits; what is beyond them first.': [
    '各處庫存與限額對照；超出者在前。',
    '各处库存与限额对照；超出者在前。',
    'Tồn quỹ của các nơi so với hạn mức; phần vượt hạn mức đứng trước.',
  ],
  'The key of a program': ['程式的金鑰', '程序的密钥', 'Khóa của chương trình'],
  Done: ['完成', '完成', 'OK'],
  'The file': ['檔案', '文件', 'Tệp'],
  'The call has the wrong shape; invalidParams names each field': [
    '呼叫格式不正確；invalidParams 列出各欄位',
    '调用格式不正确；invalidParams 列出各字段',
    'Sai cấu trúc; invalidParams nêu từng trường',
  ],
  'There is no session, or it has ended': [
    '未登入，或登入已逾時',
    '未登录，或会话已过期',
    'Không có phiên, hoặc đã hết hạn',
  ],
  'The permission is missing, or a new proof of identity is needed': [
    '權限不足，或須再次確認身分',
    '权限不足，或须再次确认身份',
    'Thiếu quyền, hoặc cần xác nhận lại danh tính',
  ],
  'A row is not there, or belongs to another company': [
    '記錄不存在，或屬於其他公司',
    '记录不存在，或属于其他公司',
    'Mục không có, hoặc của công ty khác',
  ],
  'The state or the version of the row does not allow it': [
    '記錄的狀態或版本不允許',
    '记录的状态或版本不允许',
    'Trạng thái hoặc phiên bản không cho phép',
  ],
  'A rule of the business does not allow it': [
    '業務規則不允許',
    '业务规则不允许',
    'Quy tắc nghiệp vụ không cho phép',
  ],
  'Too many calls; Retry-After says when to try again': [
    '呼叫過於頻繁；Retry-After 說明何時可再試',
    '调用过于频繁；Retry-After 说明何时可重试',
    'Gọi quá nhiều; Retry-After cho biết khi nào thử lại',
  ],
  'Not possible at the moment; try again': [
    '目前無法處理；請再試一次',
    '目前无法处理；请重试',
    'Hiện chưa làm được; hãy thử lại',
  ],
  // Organisation, access, settings, notifications and currencies.
  'Makes exactly these the branches of the region; others that were in it are in none afterwards.': [
    '以所列分行作為區域的全部分行；原屬此區域而未列出的分行，之後不屬任何區域。',
    '以所列分行作为区域的全部分行；原属此区域而未列出的分行，之后不属于任何区域。',
    'Vùng gồm đúng các chi nhánh này; chi nhánh bị bỏ ra không thuộc vùng nào.',
  ],
  'Moves these counters into the branch.': [
    '將這些櫃檯移入此分行。',
    '将这些柜台移入此分行。',
    'Chuyển các quầy này vào chi nhánh.',
  ],
  'The codes come with the first factor, and are never shown again.': [
    '復原碼在新增首個第二重驗證時提供，之後不再顯示。',
    '恢复码在添加首个第二重验证时提供，之后不再显示。',
    'Mã khôi phục có cùng yếu tố đầu tiên và không hiện lại.',
  ],
  'The levels that a role can be for.': [
    '角色可適用的層級。',
    '角色可适用的层级。',
    'Các cấp có thể đặt cho vai trò.',
  ],
  'The levels of roles that work with cash and customers: branch and counter.': [
    '經手現金及服務客戶的角色層級：分行與櫃檯。',
    '经手现金和服务客户的角色层级：分行与柜台。',
    'Cấp của vai trò làm việc với tiền mặt và khách: chi nhánh và quầy.',
  ],
  'The enabled roles that the caller may give to somebody: those that hold nothing the caller does not.': [
    '呼叫者可授予他人的已啟用角色：其權限均為呼叫者所有。',
    '调用者可授予他人的已启用角色：其权限均为调用者所有。',
    'Vai trò đang bật mà người gọi được cấp: chỉ gồm quyền họ có.',
  ],
  'Every enabled role of the company.': [
    '公司所有已啟用的角色。',
    '公司所有已启用的角色。',
    'Mọi vai trò đang bật của công ty.',
  ],
  'What a key may be allowed, and whether the reader may hand it on.': [
    '金鑰可獲的權限，以及讀取者能否轉授。',
    '密钥可获的权限，以及读取者能否转授。',
    'Quyền khóa có thể có, và người đọc có được trao không.',
  ],
  'Every public event, with the JSON Schema of its data, and whether the reader may choose it.': [
    '所有公開事件、其資料的 JSON Schema，以及讀取者能否選用。',
    '所有公开事件、其数据的 JSON Schema，以及读取者能否选用。',
    'Mọi sự kiện công khai, JSON Schema của dữ liệu, và người đọc có được chọn không.',
  ],
  'What is kept, and nothing for what is at its default.': [
    '只含已儲存的設定；採用預設值者不列。',
    '只含已保存的设置；采用默认值的不列。',
    'Chỉ mục đã lưu; không có mục mặc định.',
  ],
  'Marks a message read; a second time changes nothing.': [
    '將通知標為已讀；重複呼叫不再變更。',
    '将通知标为已读；重复调用不再变更。',
    'Đánh dấu thông báo đã đọc; gọi lại không đổi gì.',
  ],
  'Nobody needs to be registered here: it answers what a browser must know to show messages.': [
    '無須在此登記任何人：回覆瀏覽器顯示通知所需的資料。',
    '无须在此登记任何人：返回浏览器显示通知所需的数据。',
    'Không cần đăng ký: trả về những gì trình duyệt cần để hiện thông báo.',
  ],
  'All currencies in their new order.': [
    '所有貨幣，依新的順序。',
    '所有货币，按新的顺序。',
    'Mọi tiền tệ theo thứ tự mới.',
  ],
  'What a deal must know of each enabled currency.': [
    '交易所需的各啟用貨幣資料。',
    '交易所需的各启用货币资料。',
    'Những gì giao dịch cần biết về từng tiền tệ đang bật.',
  ],
  'Every enabled currency of the company with the branches, of those that the person sees, that do not trade it.':
    [
      '公司所有已啟用的貨幣，以及使用者可見的分行中不買賣該貨幣者。',
      '公司所有已启用的货币，以及用户可见的分行中不买卖该货币的分行。',
      'Mọi tiền tệ đang bật, kèm chi nhánh người dùng thấy được mà không giao dịch nó.',
    ],
  'What at least one branch of the region trades.': [
    '區域內至少一間分行買賣的貨幣。',
    '区域内至少一家分行买卖的货币。',
    'Tiền tệ mà ít nhất một chi nhánh của vùng giao dịch.',
  ],
  'The same for every branch of a region.': [
    '同樣的更改，適用於區域內所有分行。',
    '同样的更改，适用于区域内所有分行。',
    'Như vậy cho mọi chi nhánh của vùng.',
  ],
  // The ledger.
  'The chart of accounts, by code.': [
    '會計科目表，依代碼排列。',
    '会计科目表，按代码排列。',
    'Hệ thống tài khoản, theo mã.',
  ],
  'What an account comes to by party, the largest first; what is even is left out.': [
    '科目按往來對象的餘額，由大至小；已結平者不列。',
    '科目按往来对象的余额，由大到小；已结平的不列。',
    'Số dư tài khoản theo đối tượng, lớn nhất trước; bỏ số dư bằng 0.',
  ],
  'Only its account changes: for something else there is another row.': [
    '只可更改科目：其他項目另有一列。',
    '只能更改科目：其他项目另有一行。',
    'Chỉ đổi được tài khoản: mục khác có dòng riêng.',
  ],
  'Whether everything that is posted leads to an account, in every branch; what does not, the first of it named.':
    [
      '檢查各分行所有入帳是否都有對應科目；如有欠缺，指出首個項目。',
      '检查各分行所有入账是否都有对应科目；如有缺失，指出第一个项目。',
      'Mọi bút toán ở mọi chi nhánh có tài khoản không; nêu mục đầu tiên còn thiếu.',
    ],
  'Every line of an account in a period, in the order of posting, with the balance running along.': [
    '科目在期間內的每一筆，依入帳順序，附逐筆餘額。',
    '科目在期间内的每一笔，按入账顺序，附逐笔余额。',
    'Mọi dòng của tài khoản trong kỳ, theo thứ tự ghi sổ, kèm số dư lũy kế.',
  ],
  'Only the lines of this party, under whatever record they were posted.': [
    '只列此往來對象的各筆，不論記於哪筆記錄之下。',
    '只列此往来对象的各笔，不论记在哪条记录之下。',
    'Chỉ các dòng của đối tượng này, dù ghi dưới hồ sơ nào.',
  ],
  'The latest, at most a hundred.': ['最新的，最多一百筆。', '最新的，最多一百条。', 'Mới nhất, tối đa 100.'],
  'Walks the seals that hold entries of the month: every line, every leaf, every seal.': [
    '逐一驗證載有該月分錄的封存：每一行、每個葉節點、每個封存。',
    '逐一验证载有该月分录的封存：每一行、每个叶节点、每个封存。',
    'Kiểm tra niêm phong của tháng: từng dòng, từng lá, từng niêm phong.',
  ],
  'Without one: all branches in reach.': [
    '未指定：權限範圍內的所有分行。',
    '未指定：权限范围内的所有分行。',
    'Để trống: mọi chi nhánh trong phạm vi.',
  ],
  // Counter days and stock.
  'The day of a counter that is not closed; without an id, of the counter at which the person has taken a seat.':
    [
      '櫃檯未結束的營業日；未給 id 時，為使用者正在工作的櫃檯。',
      '柜台未结束的营业日；未给 id 时，为用户正在工作的柜台。',
      'Ngày chưa đóng của quầy; không có id: của quầy đang làm việc.',
    ],
  'A day that has to be counted once more is answered unopened; then `version` says that this is the second count.':
    [
      '須重新盤點時，回覆的營業日仍未開啟；再呼叫時以 `version` 表明這是第二次盤點。',
      '须重新盘点时，返回的营业日仍未开启；再次调用时以 `version` 表明这是第二次盘点。',
      'Ngày phải đếm lại trả về chưa mở; rồi `version` cho biết là lần đếm thứ hai.',
    ],
  'A day that has to be counted once more is answered open, with another version.': [
    '須重新盤點時，回覆的營業日仍未結束，且版本已變。',
    '须重新盘点时，返回的营业日仍未结束，且版本已变。',
    'Ngày phải đếm lại trả về còn mở, với phiên bản khác.',
  ],
  'What can lie in a drawer, the local currency first, then in the order of the company.': [
    '抽屜可存放的項目：本地貨幣在前，其餘依公司的順序。',
    '抽屉可存放的项目：本币在前，其余按公司的顺序。',
    'Những gì ngăn kéo có thể chứa: nội tệ trước, rồi theo thứ tự của công ty.',
  ],
  'The items that lie at a place, without saying how much.': [
    '某處存放的項目，不顯示數量。',
    '某处存放的项目，不显示数量。',
    'Các mục ở một nơi, không cho biết số lượng.',
  ],
  'A draft is handed in.': ['提交草稿。', '提交草稿。', 'Nộp bản nháp.'],
  'Somebody who did not count accepts the difference of a count that was submitted, with the reason.': [
    '由未參與盤點的人接受已提交盤點的差額，並說明原因。',
    '由未参与盘点的人接受已提交盘点的差额，并说明原因。',
    'Người không đếm chấp nhận chênh lệch của lần đếm đã nộp, kèm lý do.',
  ],
  'The second person counts a vault, or what differed by too much is counted once more.': [
    '由第二人盤點金庫，或重新盤點差額過大的項目。',
    '由第二人盘点金库，或重新盘点差额过大的项目。',
    'Người thứ hai đếm kho quỹ, hoặc đếm lại mục chênh lệch quá nhiều.',
  ],
  // Rates.
  'What would come of a sheet, and what the rules say of it; nothing is published.': [
    '匯率表會得出的結果及規則的判定；不會發布。',
    '汇率表会得出的结果和规则的判定；不会发布。',
    'Kết quả của bảng và nhận xét của quy tắc; không công bố gì.',
  ],
  'Publishes a sheet, whole or not at all; a reason is asked for where a rule warns.': [
    '整份發布匯率表，否則完全不發布；規則警告時須說明原因。',
    '整份发布汇率表，否则完全不发布；规则警告时须说明原因。',
    'Công bố trọn bảng hoặc không gì cả; cần lý do khi quy tắc cảnh báo.',
  ],
  'Every version, the newest first.': [
    '所有版本，最新在前。',
    '所有版本，最新在前。',
    'Mọi phiên bản, mới nhất trước.',
  ],
  'What the house deals at, for who asks; currencies without a mid are left out. After each currency come its parts that have rates of their own.':
    [
      '對詢價客戶的成交匯率；沒有中間價的貨幣不列。各貨幣之後為其有獨立匯率的子貨幣。',
      '对询价客户的成交汇率；没有中间价的货币不列。每种货币之后是其有独立汇率的子货币。',
      'Tỷ giá giao dịch cho khách hỏi; bỏ tiền tệ thiếu tỷ giá giữa. Sau mỗi tiền tệ là tiền tệ con có tỷ giá riêng.',
    ],
  'The same at a branch, of what that branch trades.': [
    '同類匯率，限於某分行及其買賣的貨幣。',
    '同类汇率，限于某分行及其买卖的货币。',
    'Như vậy tại một chi nhánh, cho tiền tệ nơi đó giao dịch.',
  ],
  'The mids of all pairs with the local currency, per one unit.': [
    '所有貨幣對本地貨幣的中間價，以一單位計。',
    '所有货币对本币的中间价，按一单位计。',
    'Tỷ giá giữa của mọi cặp với nội tệ, theo một đơn vị.',
  ],
  "What a branch shows to whoever comes in, in the order of the company's currencies.": [
    '分行向來客展示的牌價，依公司貨幣的順序。',
    '分行向来客展示的牌价，按公司货币的顺序。',
    'Tỷ giá chi nhánh cho khách xem, theo thứ tự tiền tệ của công ty.',
  ],
  'What would be dealt for who asks, with what made it.': [
    '對詢價客戶的成交匯率，及其計算依據。',
    '对询价客户的成交汇率，及其计算依据。',
    'Tỷ giá sẽ giao dịch cho khách hỏi, kèm cách tính.',
  ],
  'The same as a workbook.': ['同樣內容的試算表。', '同样内容的工作簿。', 'Cùng nội dung, dạng bảng tính.'],
  // Customers.
  "Whoever has every word of the text in an address; the specification's address search by keyword.": [
    '地址含有文字中每個詞的客戶；即規格的地址關鍵字搜尋。',
    '地址含有文本中每个词的客户；即规格的地址关键词搜索。',
    'Khách có địa chỉ chứa mọi từ đã cho; tìm địa chỉ theo từ khóa của đặc tả.',
  ],
  'Name and number are enough: the number tells birth, gender and place.': [
    '只需姓名與號碼：號碼已表明出生日期、性別及出生地。',
    '只需姓名和号码：号码已表明出生日期、性别和出生地。',
    'Chỉ cần tên và số: số cho biết ngày sinh, giới tính và nơi sinh.',
  ],
  'Everybody who stands behind any company.': [
    '任何公司客戶的所有持份者。',
    '任何公司客户的所有利益相关者。',
    'Mọi bên liên quan của mọi doanh nghiệp.',
  ],
  'A new person who stands behind the company, registered and joined to it at once.': [
    '登記公司客戶的新持份者，並同時建立關聯。',
    '登记公司客户的新利益相关者，并同时建立关联。',
    'Đăng ký cá nhân liên quan mới và gắn ngay với doanh nghiệp.',
  ],
  'The person behind one stake, in full.': [
    '某持份者的完整個人資料。',
    '某利益相关者的完整个人资料。',
    'Đầy đủ về cá nhân là bên liên quan.',
  ],
  'Rows of a file by their number; those in one state, or all.': [
    '檔案的列，依列號排列；可限某一狀態，或全部。',
    '文件的行，按行号排列；可限某一状态，或全部。',
    'Dòng của tệp theo số; ở một trạng thái hoặc tất cả.',
  ],
  'Takes a file and begins to check it; nothing comes in yet.': [
    '接收檔案並開始檢查；此時尚未匯入。',
    '接收文件并开始检查；此时尚未导入。',
    'Nhận tệp và bắt đầu kiểm tra; chưa nhập gì.',
  ],
  'Mends one row.': ['修正一列。', '修正一行。', 'Sửa một dòng.'],
  'Takes in what is good; what is not stays in the report.': [
    '匯入正確的列；其餘保留在報告中。',
    '导入正确的行；其余保留在报告中。',
    'Nhập dòng đúng; dòng sai ở lại trong báo cáo.',
  ],
  'An empty file with the columns of a customer type.': [
    '含某客戶類型各欄位的空白檔案。',
    '含某客户类型各列的空白文件。',
    'Tệp trống có các cột của một loại khách hàng.',
  ],
  'The rows that did not come in, as they were written, with what is wrong: to be mended and sent again.': [
    '未匯入的列，保留原文並註明錯誤，以便修正後再次提交。',
    '未导入的行，保留原文并注明错误，以便修正后再次提交。',
    'Các dòng chưa nhập, nguyên văn, kèm lỗi: để sửa và gửi lại.',
  ],
  // Screening.
  "Those that names are screened against, then the company's own that it has ended.": [
    '用於篩查的名單，其後為公司已終止的自有名單。',
    '用于筛查的名单，其后为公司已终止的自有名单。',
    'Danh sách dùng để sàng lọc, rồi danh sách riêng đã kết thúc.',
  ],
  'The last hundred versions of a list, newest first.': [
    '名單最近的一百個版本，最新在前。',
    '名单最近的一百个版本，最新在前。',
    '100 phiên bản gần nhất, mới nhất trước.',
  ],
  'What a version changed against the one before it.': [
    '某版本相較前一版本的變更。',
    '某版本相较前一版本的变更。',
    'Thay đổi của một phiên bản so với phiên bản trước.',
  ],
  'Has the source of a published list asked now, for every company.': [
    '立即向公布名單的來源擷取，適用於所有公司。',
    '立即向公布名单的来源获取，适用于所有公司。',
    'Hỏi ngay nguồn của danh sách công bố, cho mọi công ty.',
  ],
  'Says where a list is fetched and how often; only where nobody else on the server is screened against it.':
    [
      '設定名單的擷取來源及頻率；僅限伺服器上沒有其他公司使用此名單篩查時。',
      '设置名单的获取来源和频率；仅限服务器上没有其他公司使用此名单筛查时。',
      'Đặt nơi và tần suất tải danh sách; chỉ khi không công ty khác trên máy chủ dùng nó.',
    ],
  "Takes a file over as the next version of a list of the company's own.": [
    '以檔案作為公司自有名單的下一版本。',
    '以文件作为公司自有名单的下一版本。',
    'Nhận tệp làm phiên bản tiếp theo của danh sách riêng.',
  ],
  "Ends a list of the company's own: nobody is asked against it any more. It is gone where nobody ever was.":
    [
      '終止公司的自有名單：不再用於篩查；從未使用過的會刪除。',
      '终止公司的自有名单：不再用于筛查；从未使用过的会删除。',
      'Kết thúc danh sách riêng: không sàng lọc theo nó nữa. Chưa từng dùng thì bị xóa.',
    ],
  'What a few names find by the settings that hold, and what they would find by these; nothing of it is kept.':
    [
      '以數個名稱試查，比較現行設定與所給設定的結果；不會保存。',
      '用几个名称试查，比较现行设置与所给设置的结果；不会保存。',
      'Kết quả của vài tên theo thiết lập hiện hành và mới; không lưu gì.',
    ],
  'Asks the lists of a data source, and keeps the answer as evidence.': [
    '查詢某資料來源的名單，並將結果保存為證據。',
    '查询某数据来源的名单，并将结果保存为证据。',
    'Tra danh sách của nguồn dữ liệu và lưu kết quả làm bằng chứng.',
  ],
  'Asks the same once more: of a customer as they are on file now, of whoever is not, by what was typed then.':
    [
      '再次篩查：客戶以目前登記的資料為準；未登記者以當時輸入的內容為準。',
      '再次筛查：客户以目前登记的资料为准；未登记的以当时输入的内容为准。',
      'Sàng lọc lại: khách hàng theo hồ sơ hiện tại, người khác theo nội dung đã nhập.',
    ],
  'What a list shows, as a workbook; who takes it away is in the audit.': [
    '清單內容的試算表；由誰匯出會記入稽核。',
    '列表内容的工作簿；由谁导出会记入审计。',
    'Nội dung danh sách dạng bảng tính; ai lấy được ghi vào nhật ký.',
  ],
  'Says of candidates that they are not the one who was asked for, that one of them is, or that they are put aside: those still wait, and the screening with them.':
    [
      '判定候選：並非所查對象、其中一個就是所查對象，或暫時擱置；擱置者仍待判定，該篩查亦然。',
      '判定候选：并非所查对象、其中一个就是所查对象，或暂时搁置；搁置的仍待判定，该筛查也是。',
      'Ứng viên không phải người được tra, có một người đúng, hoặc tạm gác: khi đó họ và lần sàng lọc vẫn chờ.',
    ],
  'Takes a screening for enough that could not be complete, once all that it found is decided on.': [
    '接受未能完整的篩查，但所找到的必須全部已判定。',
    '接受未能完整的筛查，但所找到的必须全部已判定。',
    'Chấp nhận lần sàng lọc chưa trọn vẹn khi mọi kết quả đã có quyết định.',
  ],
  'Looks once more at a hit that two people upheld: it was wrong, or the list has let the entry go. All stays as it is until somebody else closes it again.':
    [
      '重新審視經兩人維持的命中：判定有誤，或名單已移除該條目。在另一人結案前，一切維持不變。',
      '重新审视经两人维持的命中：判定有误，或名单已移除该条目。在另一人结案前，一切维持不变。',
      'Xem lại trùng khớp do hai người giữ nguyên: sai, hoặc danh sách đã bỏ mục. Không gì đổi đến khi người khác đóng lại.',
    ],
  "A second person's word on a confirmed hit: it holds, or the customer is let go again.": [
    '由第二人對確認命中作決定：維持，或解除對客戶的限制。',
    '由第二人对确认命中作决定：维持，或解除对客户的限制。',
    'Người thứ hai quyết định trùng khớp đã xác nhận: giữ nguyên, hoặc gỡ cho khách hàng.',
  ],
  "Proposes the pair of a candidate; `id` is the candidate's, which was found to be somebody else.": [
    '將候選提出為白名單配對；`id` 為該候選的識別碼，該候選須已排除。',
    '将候选提出为白名单配对；`id` 为该候选的标识，该候选须已排除。',
    'Đề xuất cặp của ứng viên; `id` là của ứng viên đã loại trừ.',
  ],
  'Takes the pair back before its day.': [
    '在到期前終止配對。',
    '在到期前终止配对。',
    'Chấm dứt cặp trước hạn.',
  ],
  'The file again, with what was found in each row.': [
    '原檔案，附每列的篩查結果。',
    '原文件，附每行的筛查结果。',
    'Tệp ban đầu, kèm kết quả từng dòng.',
  ],
  'An empty file with the columns.': ['含各欄位的空白檔案。', '含各列的空白文件。', 'Tệp trống có các cột.'],
  'A screening on paper: what was asked and against which lists, what was found, who decided what, when and why.':
    [
      '篩查的書面記錄：查詢內容、所用名單、結果，以及由誰於何時判定、如何判定及原因。',
      '筛查的书面记录：查询内容、所用名单、结果，以及由谁在何时判定、如何判定及原因。',
      'Lần sàng lọc trên giấy: tra gì, theo danh sách nào, thấy gì, ai quyết định gì, khi nào, vì sao.',
    ],
  "For the pages of the UN's and of OFAC's entries, which read the XML.": [
    '供聯合國及 OFAC 條目的頁面使用，該等頁面讀取 XML。',
    '供联合国和 OFAC 条目的页面使用，这些页面读取 XML。',
    'Cho trang xem mục của LHQ và OFAC, vốn đọc XML.',
  ],
  'With `resultId`: as the list had the entry when that screening found it.': [
    '給出 `resultId` 時：為該次篩查找到時名單上的條目內容。',
    '给出 `resultId` 时：为该次筛查找到时名单上的条目内容。',
    'Có `resultId`: mục như trong danh sách khi lần sàng lọc đó tìm thấy.',
  ],
  'Whom an entry is linked with, and those with whom, as its list has them now.': [
    '與條目有關聯者，及其關聯對象，以名單的現況為準。',
    '与条目有关联的人，及其关联对象，以名单的现况为准。',
    'Mục liên kết với ai, và họ với ai, theo danh sách hiện tại.',
  ],
  // Due diligence.
  'Every rule of the packs that are switched on, and of the company.': [
    '已啟用規則包及公司自訂的所有規則。',
    '已启用规则包和公司自定的所有规则。',
    'Mọi quy tắc của các gói đang bật và của công ty.',
  ],
  'Makes a further revision; `latest` is the one that the caller saw.': [
    '建立新修訂；`latest` 為呼叫者所見的修訂。',
    '创建新修订；`latest` 为调用者所见的修订。',
    'Tạo bản sửa mới; `latest` là bản người gọi đã thấy.',
  ],
  // Deals.
  "Of every branch that may be seen, without the lists' states.": [
    '所有可查看分行的交易，不限清單的狀態。',
    '所有可查看分行的交易，不限列表的状态。',
    'Của mọi chi nhánh được xem, không giới hạn trạng thái.',
  ],
  'What waits for the decision of the person who asks: by right, limit and place, and never what they made.':
    [
      '待查詢者審批的交易：視權限、限額及地點而定，且不含其本人製單的交易。',
      '待查询者审批的交易：视权限、限额和地点而定，且不含其本人制单的交易。',
      'Giao dịch chờ người hỏi quyết định: theo quyền, hạn mức và nơi, trừ giao dịch họ lập.',
    ],
  'Sums of what a list shows, over all of its pages.': [
    '清單內容的合計，涵蓋所有頁面。',
    '列表内容的合计，涵盖所有页面。',
    'Tổng của danh sách, qua mọi trang.',
  ],
  'By its own id, or by that of one of its handovers, which is what the journal names.': [
    '依交易本身的 id，或依其某次交收的 id，即日記帳所載者。',
    '按交易本身的 id，或按其某次交收的 id，即日记账所载的。',
    'Theo id giao dịch, hoặc id một lần giao như ghi trong nhật ký.',
  ],
  'What the house would say to a basket: rates, amounts, fees, gates, what is missing and why.': [
    '試算交易內容：匯率、金額、手續費、關卡，以及欠缺甚麼及原因。',
    '试算交易内容：汇率、金额、手续费、关卡，以及缺少什么及原因。',
    'Tính thử: tỷ giá, số tiền, phí, cổng, còn thiếu gì và vì sao.',
  ],
  'A new deal at the counter of the working space, taken as far as `upTo` says; it stays where a gate opens.':
    [
      '在工作空間的櫃檯新增交易，進行至 `upTo` 所示步驟；遇關卡即停留。',
      '在工作空间的柜台新建交易，进行到 `upTo` 所示步骤；遇关卡即停留。',
      'Giao dịch mới tại quầy của không gian làm việc, đi tới `upTo`; dừng khi có cổng.',
    ],
  'Another content of a deal that is not settled: its gates open anew when it is submitted.': [
    '更改未結算交易的內容：提交時須重新通過關卡。',
    '更改未结算交易的内容：提交时须重新通过关卡。',
    'Đổi nội dung giao dịch chưa tất toán: khi gửi phải qua cổng lại.',
  ],
  'Hands over what is agreed: these lines, or all that are left; with these payments, or those that were agreed.':
    [
      '交收已議定的內容：所列各項，或餘下全部；以所列付款，或原議定的付款。',
      '交收已议定的内容：所列各项，或余下全部；以所列付款，或原议定的付款。',
      'Giao phần đã thỏa thuận: các dòng này hoặc phần còn lại; với thanh toán này hoặc đã thỏa thuận.',
    ],
  'Says that money which comes another way than over the counter is there, is good, or came back: never by the maker.':
    [
      '標示非經櫃檯收取的款項已到、已結清或已退回：不得由製單人操作。',
      '标示非经柜台收取的款项已到、已结清或已退回：不得由制单人操作。',
      'Xác nhận tiền không qua quầy đã về, đã quyết toán hay bị trả lại: không do người lập.',
    ],
  'A rest whose rate has moved is pending until another person approves its old rate; then the maker can settle it on that day.':
    [
      '餘下部分的匯率如有變動，須待另一人批准原匯率；其後製單人可於當日結算。',
      '余下部分的汇率如有变动，须待另一人批准原汇率；之后制单人可在当日结算。',
      'Phần còn lại đã đổi tỷ giá chờ người khác duyệt tỷ giá cũ; rồi người lập tất toán trong ngày.',
    ],
  "A reversal above one's own limit is pending until a person whose limit covers it approves; then the deal can be reversed.":
    [
      '超出本人限額的沖銷，須待限額足夠的人批准；其後可沖銷交易。',
      '超出本人限额的冲销，须待限额足够的人批准；之后可冲销交易。',
      'Đảo vượt hạn mức của mình phải chờ người đủ hạn mức duyệt; rồi mới đảo được.',
    ],
  'The receipt; of a deal that was reversed or ended, its void.': [
    '收據；交易已沖銷或終止者，為作廢收據。',
    '收据；交易已冲销或终止的，为作废收据。',
    'Biên lai; nếu giao dịch đã đảo hoặc kết thúc, biên lai hủy.',
  ],
  "What matters now where the person works: stock and rates, today's volume and gain, what waits, what runs out.":
    [
      '使用者工作地點的現況：庫存與匯率、今日交易額與收益、待處理事項、即將用盡的存貨。',
      '用户工作地点的现况：库存与汇率、今日交易额与收益、待处理事项、即将用尽的存货。',
      'Tình hình nơi làm việc: tồn quỹ, tỷ giá, doanh số và lãi hôm nay, việc chờ, thứ sắp hết.',
    ],
  'What was earned between two business dates, by branch, currency and source; a reversal counts on the day of the reversal. The whole is what the accounts of gain and loss moved by.':
    [
      '兩個營業日期之間的收益，按分行、貨幣及來源；沖銷計入沖銷當日。合計等於損益科目的發生額。',
      '两个营业日期之间的收益，按分行、货币和来源；冲销计入冲销当日。合计等于损益科目的发生额。',
      'Lãi giữa hai ngày giao dịch, theo chi nhánh, tiền tệ và nguồn; đảo tính vào ngày đảo. Tổng bằng phát sinh của các tài khoản lãi lỗ.',
    ],
  'Those that concern the person who asks, the latest first, at most a hundred.': [
    '與查詢者有關的代行，最新在前，最多一百筆。',
    '与查询者有关的代行，最新在前，最多一百条。',
    'Những lần liên quan đến người hỏi, mới nhất trước, tối đa 100.',
  ],
  'Who can be named: whoever holds one of the same rights.': [
    '可指定的人：持有至少一項相同權限者。',
    '可指定的人：持有至少一项相同权限的用户。',
    'Người có thể chỉ định: có ít nhất một quyền giống.',
  ],
  'Ends it before its last day: whoever gave it, or whoever it was given to.': [
    '在最後一日前終止：由授權人或代行人。',
    '在最后一日前终止：由授权人或代行人。',
    'Kết thúc trước ngày cuối: do người giao hoặc người thay.',
  ],
  'Null for every code that is not on a paper of ours, whatever is wrong with it. Nothing says whose the deal was.':
    [
      '凡不在本公司單據上的驗證碼，不論有何問題，一律回覆 null。不會透露交易屬於何人。',
      '凡不在本公司单据上的验证码，不论有何问题，一律返回 null。不会透露交易属于谁。',
      'Null với mọi mã không có trên giấy tờ của công ty, bất kể sai gì. Không nói giao dịch của ai.',
    ],
  'The rules that have found any, for the filter.': [
    '已找到申報候選的規則，供篩選之用。',
    '已找到申报候选的规则，供筛选用。',
    'Các quy tắc đã tìm thấy ứng viên, cho bộ lọc.',
  ],
  'The fees of a deal before it is made; lines under the same rule are charged together.': [
    '交易成立前的手續費；適用同一規則的項目合併計收。',
    '交易成立前的手续费；适用同一规则的项目合并计收。',
    'Phí của giao dịch trước khi lập; các dòng cùng quy tắc tính chung.',
  ],
  "Takes in the copy of a third party's document; a deal that its uploader makes can name it.": [
    '收取第三方證件副本；上載者製單的交易可引用該副本。',
    '收取第三方证件副本；上传者制单的交易可引用该副本。',
    'Nhận bản sao giấy tờ của bên thứ ba; giao dịch của người tải lên có thể dùng.',
  ],
  'The copy of a document in a deal that may be seen.': [
    '可查看的交易中的證件副本。',
    '可查看的交易中的证件副本。',
    'Bản sao giấy tờ trong giao dịch được xem.',
  ],
  'What is printed on a report, so that the paper proves what the books were then; null while nothing is sealed.':
    [
      '印在報表上的內容，使紙本能證明當時的帳簿；尚無封存時為 null。',
      '印在报表上的内容，使纸本能证明当时的账簿；尚无封存时为 null。',
      'In trên báo cáo để giấy chứng minh sổ sách lúc đó; null khi chưa có niêm phong.',
    ],
  'The file as it was written, by its last seal; refused where the rows that it names are not the same any more.':
    [
      '以最後封存編號取得原檔案；所列紀錄已有變動時拒絕。',
      '以最后封存编号取得原文件；所列记录已有变动时拒绝。',
      'Tệp như đã lập, theo niêm phong cuối; bị từ chối nếu các dòng đã thay đổi.',
    ],
  'Compares the books with an anchor that was kept elsewhere, row by row.': [
    '逐筆比對帳簿與另存的存證。',
    '逐笔比对账簿与另存的存证。',
    'Đối chiếu từng dòng sổ sách với bản chứng thực được giữ nơi khác.',
  ],
  'What is not done yet in an open day, each a reason why it cannot be closed: asked before anything is counted.':
    [
      '未結束營業日中尚未完成的事項，每項均為不能結束的原因：在清點前查詢。',
      '未结束营业日中尚未完成的事项，每项均为不能结束的原因：在清点前查询。',
      'Những việc chưa xong trong ngày đang mở, mỗi việc là một lý do chưa thể đóng: hỏi trước khi đếm.',
    ],
  'Every vault and drawer of the company, by name: where something can be sent to, or asked of.': [
    '公司所有金庫與抽屜的名稱：可發送或申請的對象。',
    '公司所有金库与抽屉的名称：可发送或申请的对象。',
    'Tên mọi két và ngăn kéo của công ty: nơi có thể gửi đến hoặc yêu cầu.',
  ],
  'The item of a barcode or SKU, its price in the branch, and the units for which the code stands.': [
    '條碼或貨號對應的商品、在分行的價格，以及該代碼代表的件數。',
    '条码或货号对应的商品、在分行的价格，以及该代码代表的件数。',
    'Mặt hàng của mã, giá tại chi nhánh, và số đơn vị của mã.',
  ],
  'Keeps the document of the approval, in the place of one before it.': [
    '保存批准文件，取代先前的文件。',
    '保存批准文件，取代先前的文件。',
    'Lưu văn bản phê duyệt, thay bản trước.',
  ],
  'Makes the items of a table, all or none; a dry run says only what is wrong.': [
    '按表格建立全部商品，否則一件不建；試行只指出錯誤。',
    '按表格建立全部商品，否则一件不建；试行只指出错误。',
    'Tạo mọi mặt hàng của bảng hoặc không; chạy thử chỉ báo lỗi.',
  ],
  'An empty table with the columns of the import.': [
    '含匯入欄位的空白表格。',
    '含导入列的空白表格。',
    'Bảng trống có các cột nhập.',
  ],
  'What of a receipt may still come back, by its number.': [
    '按號碼查收據中仍可退回的商品。',
    '按号码查收据中仍可退回的商品。',
    'Phần của biên nhận còn trả được, theo số.',
  ],
  // Banks: statements, reconciliations, matches and rules.
  'Those that are open and in reach, for whatever is paid from them or into them.': [
    '可用且在權限內的帳戶。',
    '可用且在权限内的账户。',
    'Các tài khoản đang mở trong phạm vi.',
  ],
  'What an account is made of.': ['建立帳戶的選項。', '建立账户的选项。', 'Những gì tạo nên tài khoản.'],
  'The ledgers that spending can be posted to.': [
    '可記支出的科目。',
    '可记支出的科目。',
    'Các sổ ghi được chi tiêu.',
  ],
  'What is owed to one payee, the first that is due first.': [
    '欠一位收款人的款項，先到期者在前。',
    '欠一位收款人的款项，先到期者在前。',
    'Khoản nợ một người nhận, đến hạn trước đứng trước.',
  ],
  'The lines of a statement, in the order of its file.': [
    '對帳單各行，按檔案順序。',
    '对账单各行，按文件顺序。',
    'Các dòng sao kê theo thứ tự tệp.',
  ],
  'Reads a file without keeping anything, a table by the mapping that is given or else by the one that is saved.':
    [
      '只讀取檔案而不保存；表格按所給或已存的對應。',
      '只读取文件而不保存；表格按所给或已存的对应。',
      'Chỉ đọc tệp; bảng theo ánh xạ đã cho hoặc đã lưu.',
    ],
  'Takes the statements of the account in, all or none; rows that it has are known.': [
    '匯入帳戶的全部對帳單，否則全不匯入；已有的行會辨認。',
    '导入账户的全部对账单，否则全不导入；已有的行会辨认。',
    'Nhập mọi sao kê hoặc không; dòng đã có được nhận ra.',
  ],
  'Takes a statement out again, with the lines that no other has.': [
    '移除對帳單及僅其所有的行。',
    '移除对账单及仅其所有的行。',
    'Gỡ sao kê và các dòng chỉ nó có.',
  ],
  'As it was processed, with what was posted into its days later, and as it would be now.': [
    '處理時的報告、其後補記及現況。',
    '处理时的报告、其后补记及现况。',
    'Báo cáo khi xử lý, khoản ghi sau và hiện tại.',
  ],
  'What the books have until its last day and nothing settles.': [
    '截至末日帳面未清的項目。',
    '截至末日账面未清的项目。',
    'Khoản trong sổ chưa khớp đến ngày cuối.',
  ],
  'What may settle its open lines, with the points of each; the first 500 lines that have any.': [
    '未配對行的建議及分數，最多 500 行。',
    '未匹配行的建议及分数，最多 500 行。',
    'Gợi ý cho dòng mở kèm điểm, tối đa 500 dòng.',
  ],
  'Settles lines, or parts of them, by items: both come to the same. What is on its way arrives by it.': [
    '以項目配對行或其部分，兩者須相等；在途款項隨之到帳。',
    '以项目匹配行或其部分，两者须相等；在途款项随之到账。',
    'Khớp dòng với khoản, hai bên bằng nhau; khoản đang chuyển sẽ đến.',
  ],
  'Payments of deals that wait for money by a bank, the oldest first; at most 500.': [
    '等待銀行款項的交易付款，最早的在前，最多 500 筆。',
    '等待银行款项的交易付款，最早的在前，最多 500 笔。',
    'Khoản chờ ngân hàng, cũ nhất trước, tối đa 500.',
  ],
  'Clears payments of deals by money in, or says by money out that they came back; they come to what is left of the line.':
    [
      '以收款行確認交易付款，或以退款行標記退回；合計須等於該行餘額。',
      '以收款行确认交易付款，或以退款行标记退回；合计须等于该行余额。',
      'Tiền vào xác nhận khoản, tiền ra báo trả lại; tổng bằng phần còn của dòng.',
    ],
  'Settles every line whose suggestion is sure.': [
    '配對所有確定的行。',
    '匹配所有确定的行。',
    'Khớp mọi dòng chắc chắn.',
  ],
  'Posts what a line says and the books do not have, and settles the line by it.': [
    '將帳上沒有的行入帳並配對。',
    '将账上没有的行入账并匹配。',
    'Ghi điều sổ chưa có và khớp dòng.',
  ],
  'Leaves lines and items out, with a reason.': [
    '附原因排除行與項目。',
    '附原因排除行与项目。',
    'Loại trừ dòng và khoản, có lý do.',
  ],
  'Opens lines and items again; what was posted by the match itself is reversed.': [
    '重新開放；配對所入的帳會沖銷。',
    '重新开放；匹配所入的账会冲销。',
    'Mở lại; bút toán do khớp tạo sẽ bị đảo.',
  ],
  'Posts and settles the open lines of a reconciliation that the rule fits: those that its preview says.': [
    '將規則預覽所示的未配對行入帳並配對。',
    '将规则预览所示的未匹配行入账并匹配。',
    'Ghi và khớp các dòng mở như bản xem trước.',
  ],
}
